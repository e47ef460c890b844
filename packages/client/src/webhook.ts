import { QscError } from './errors.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** A webhook that is not genuine, or too old or too new to be believed. */
export class WebhookVerificationError extends QscError {}

/** The headers of a request: of a `Request`, or of Node's server. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookOptions = {
  /** How far the sender's clock may be from this one; 300 unless given. */
  toleranceSeconds?: number;
  /** The time in milliseconds. */
  now?: () => number;
};

const PREFIX = 'whsec_';

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value === 'string') return value;
  throw new WebhookVerificationError(`The request has no header ${name}, or several.`);
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
};

const importSecret = (secret: string) => {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('A webhook secret is base64 behind "whsec_".');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const signaturesIn = (header: string): Uint8Array<ArrayBuffer>[] =>
  header.split(' ').flatMap((one) => (one.startsWith('v1,') ? (fromBase64(one.slice(3)) ?? []) : []));

const requireRecent = (timestamp: string, { toleranceSeconds = 300, now = Date.now }: WebhookOptions): void => {
  const distance = /^\d{1,12}$/.test(timestamp) ? Math.abs(now() / 1_000 - Number(timestamp)) : Number.NaN;
  if (!(distance <= toleranceSeconds)) throw new WebhookVerificationError('The request is too old or too new.');
};

const concat = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * Checks that a webhook is genuine (Standard Webhooks), and gives its event.
 * @param body the bytes as they came, before they were parsed.
 * @param secret the secret of the webhook (`whsec_…`); two while it is replaced.
 * @throws `WebhookVerificationError` for what none of the secrets signed, or what is older or newer than the tolerance.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: WebhookOptions = {},
): Promise<WebhookEvent> => {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));
  requireRecent(timestamp, options);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importSecret(one);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder().decode(bytes));
  }
  throw new WebhookVerificationError('None of the secrets has signed this request.');
};
