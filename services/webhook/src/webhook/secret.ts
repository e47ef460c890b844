import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { errorFields, type Log, type Sealer } from '@qsc/service-kit';
import { signingAt, type Webhook } from './webhook.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as Standard Webhooks has them: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The key that signs: an object of the platform, since one made of bytes for each signature costs more than the signature. */
export const keyOfSecret = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));

export type Secrets = {
  /** A secret sealed for one webhook. */
  seal(secret: string, webhook: { id: string; org_id: string }): string;
  /** The keys that sign for a webhook at that moment, the current one first; null where that one does not open. */
  keysOf(webhook: Webhook, now: Date): KeyObject[] | null;
};

/** Secrets of webhooks at rest: sealed for their webhook, so that one copied into another record opens nowhere. */
export const makeSecrets = (sealer: Sealer, log: Log): Secrets => {
  const told = new Set<string>();
  const placeOf = ({ id, org_id }: { id: string; org_id: string }) => ({
    org_id,
    collection: 'webhook',
    id,
    field: 'secrets',
  });

  /** Told once for each secret, since every attempt finds the same. */
  const tell = ({ id, org_id }: Webhook, sealed: string, error: unknown): void => {
    if (told.has(sealed)) return;
    told.add(sealed);
    log.error('a secret of a webhook does not open', { org_id, webhook: id, ...errorFields(error) });
  };

  const keyOf = (webhook: Webhook, sealed: string): KeyObject | null => {
    try {
      return keyOfSecret(sealer.open(sealed, placeOf(webhook)));
    } catch (error) {
      tell(webhook, sealed, error);
      return null;
    }
  };

  return {
    seal: (secret, webhook) => sealer.seal(secret, placeOf(webhook)),
    keysOf(webhook, now) {
      const [current, ...former] = signingAt(webhook, now).map(({ sealed }) => keyOf(webhook, sealed));
      return current ? [current, ...former.filter((key) => key !== null)] : null;
    },
  };
};
