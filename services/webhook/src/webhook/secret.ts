import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { errorFields, type Log, type Sealer } from '@qsc/service-kit';
import { findSigningSecrets, type Webhook } from './webhook.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret by Standard Webhooks: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The signing key as an object of the platform: making it for each signature costs more than the signature. */
export const toSigningKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));

export type Secrets = {
  /** A secret sealed for one webhook. */
  seal(secret: string, webhook: { id: string; org_id: string }): string;
  /** The signing keys of a webhook at that time, the current one first; null where that one does not open. */
  signingKeys(webhook: Webhook, now: Date): KeyObject[] | null;
};

/** Secrets of webhooks, encrypted at rest and bound to their webhook: a copy in another record does not open. */
export const makeSecrets = (sealer: Sealer, log: Log): Secrets => {
  const reported = new Set<string>();
  const toSealContext = ({ id, org_id }: { id: string; org_id: string }) => ({
    org_id,
    collection: 'webhook',
    id,
    field: 'secrets',
  });

  /** Logged once for each secret, since every attempt finds the same. */
  const reportOnce = ({ id, org_id }: Webhook, sealed: string, error: unknown): void => {
    if (reported.has(sealed)) return;
    reported.add(sealed);
    log.error('a secret of a webhook does not open', { org_id, webhook: id, ...errorFields(error) });
  };

  const openKey = (webhook: Webhook, sealed: string): KeyObject | null => {
    try {
      return toSigningKey(sealer.open(sealed, toSealContext(webhook)));
    } catch (error) {
      reportOnce(webhook, sealed, error);
      return null;
    }
  };

  return {
    seal: (secret, webhook) => sealer.seal(secret, toSealContext(webhook)),
    signingKeys(webhook, now) {
      const [current, ...former] = findSigningSecrets(webhook, now).map(({ sealed }) => openKey(webhook, sealed));
      return current ? [current, ...former.filter((key) => key !== null)] : null;
    },
  };
};
