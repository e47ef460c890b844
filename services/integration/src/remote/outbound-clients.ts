import type { ClientCertificate, OutboundClient } from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import { hashSettings, type SecretBox } from '../connection/secret.ts';

/** By which client the requests of a connection leave. */
export type SelectOutbound = (connection: Connection) => Pick<OutboundClient, 'send'>;

type Parts = {
  /** For all that prove themselves in their requests. */
  shared: OutboundClient;
  /** Makes one that shows a certificate. */
  showing: (certificate: ClientCertificate) => OutboundClient;
  secrets: Pick<SecretBox, 'open'>;
};

/**
 * A certificate is shown when a TLS connection is made, so a connection that has one gets a client of its own: what is made by
 * it is no other's. `release` closes it and lets it go, with its key, when its connection is gone, out of use or has another
 * login. `close` closes all of them, the shared one too.
 */
export const makeOutboundClients = ({ shared, showing, secrets }: Parts) => {
  const own = new Map<string, { settings: string; client: OutboundClient }>();

  const getOwn = (connection: Connection): OutboundClient => {
    const settings = hashSettings(connection);
    const known = own.get(connection.id);
    if (known?.settings === settings) return known.client;
    const { private_key: privateKey = '' } = secrets.open(connection);
    const client = showing({ certificate: String(connection.authentication.certificate), privateKey });
    own.set(connection.id, { settings, client });
    // What is under way by the former login ends as if nobody had answered.
    void known?.client.close();
    return client;
  };

  const selectOutbound: SelectOutbound = (connection) =>
    connection.authentication.type === 'certificate' ? getOwn(connection) : shared;

  const release = (id: string, now: Connection | null): void => {
    const known = own.get(id);
    if (!known || (now && now.status !== 'disabled' && hashSettings(now) === known.settings)) return;
    own.delete(id);
    void known.client.close();
  };

  const close = async (): Promise<void> => {
    await Promise.all([shared.close(), ...[...own.values()].map(({ client }) => client.close())]);
  };

  return { selectOutbound, release, close };
};
