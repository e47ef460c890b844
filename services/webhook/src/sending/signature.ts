import { createHmac, type KeyObject } from 'node:crypto';

/** The headers of an attempt by Standard Webhooks; one signature for each key, the current one first. */
export const signedHeaders = (
  { messageId, body, keys }: { messageId: string; body: string; keys: readonly KeyObject[] },
  now: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signed = `${messageId}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'qsc-webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  };
};
