import type { Kit } from '@qsc/service-kit';
import type { IntegrationConfig } from '../config.ts';
import type { Connection, ConnectionType } from '../connection/connection.ts';
import { INBOUND_PATH, inboundRoutes } from '../inbound/inbound.routes.ts';
import { makeInboundService } from '../inbound/inbound.service.ts';
import { makeNoticeStore, noticeDefinition } from '../inbound/notice.store.ts';
import { makeSenderDirectory } from '../inbound/sender-directory.ts';
import type { ConnectionParts } from './connections.ts';

export const inboundCollections = [noticeDefinition];

/** Messages of external systems. `onNotice` is called when a notice waits for a connection. */
export const composeInbound = (
  { open, clock, log, unitOfWork }: Kit,
  { BASE_URL }: Pick<IntegrationConfig, 'BASE_URL'>,
  {
    connections: { store, connectors, credentials, toContext, signal },
    onNotice,
  }: { connections: ConnectionParts; onNotice: (connection: Pick<Connection, 'id' | 'org_id'>) => void },
) => {
  const getVerifier = (type: ConnectionType) => connectors[type]?.inbound ?? null;
  const notices = makeNoticeStore(open(noticeDefinition));
  const senders = makeSenderDirectory({ connections: store, credentials, getVerifier, clock, log });
  const service = makeInboundService({
    ...{ senders, getVerifier, toContext, notices, unitOfWork, onNotice, signal, clock, log },
    ownAddress: (type) => new URL(`/v1${INBOUND_PATH}/${type}`, BASE_URL).href,
  });
  return { routes: inboundRoutes(service), notices, onConnectionChange: senders.forget };
};
