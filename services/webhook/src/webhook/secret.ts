import { randomBytes } from 'node:crypto';
import type { Sealer } from '@qsc/service-kit';
import { signingAt, type Webhook } from './webhook.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as Standard Webhooks has them: `whsec_` and 32 random bytes in Base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The bytes that sign. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

export type Secrets = {
  /** A secret sealed for one webhook. */
  seal(secret: string, webhook: { id: string; org_id: string }): string;
  /** The keys that sign for a webhook at that moment, the current one first. */
  keysOf(webhook: Webhook, now: Date): Buffer[];
};

/** Secrets of webhooks at rest: sealed for their webhook, so that one copied into another record opens nowhere. */
export const makeSecrets = (sealer: Sealer): Secrets => {
  const placeOf = ({ id, org_id }: { id: string; org_id: string }) => ({
    org_id,
    collection: 'webhook',
    id,
    field: 'secrets',
  });
  return {
    seal: (secret, webhook) => sealer.seal(secret, placeOf(webhook)),
    keysOf: (webhook, now) =>
      signingAt(webhook, now).map(({ sealed }) => keyOfSecret(sealer.open(sealed, placeOf(webhook)))),
  };
};
