import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@qsc/client';

/** Where requests go, and the credential that they carry. */
export type Target = { url: string; token: string };

/** A body as it goes over the wire, with its type. */
export type Form = { type: string; bytes: Buffer };

const LOOK_MS = 200;
const TIMEOUT_MS = 15 * 60_000;
/** A machine with other work answers 503 at times; of what is measured nothing is sent again. */
const MAX_RETRIES = 100;

/** Of what is measured: the first answer counts. */
export const ONCE = { maxRetries: 0 } as const;

const clients = new WeakMap<Target, Client>();

/** The client of a target. */
export const makeClient = (target: Target): Client => {
  const known = clients.get(target);
  if (known) return known;
  const credential = { token: target.token };
  const client = createClient({ baseUrl: target.url, credential, timeoutMs: TIMEOUT_MS, maxRetries: MAX_RETRIES });
  clients.set(target, client);
  return client;
};

/** Looks again and again until there is something. Throws after longer than anything here takes. */
export const until = async <Found>(
  what: string,
  look: () => Promise<Found | null | false>,
  everyMs = LOOK_MS,
): Promise<Found> => {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; ; await pause(everyMs)) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > giveUpAt) throw new Error(`Not within ${TIMEOUT_MS / 60_000} minutes: ${what}.`);
  }
};
