import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './load.ts';

const WAIT_MS = 200;
const PATIENCE_MS = 60_000;

const dataOf = async <Data>(response: Response): Promise<Data> => {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
};

/** Reads `data` at a path. Throws for an answer that is not of the 2xx. */
export const read = async <Data>({ url, token }: Target, path: string): Promise<Data> =>
  dataOf(await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } }));

/** Sends JSON, or a body of another type. Gives `data`; throws for an answer that is not of the 2xx. */
export const send = async <Data>(
  { url, token }: Target,
  path: string,
  body: object | { type: string; bytes: Buffer },
): Promise<Data> => {
  const [type, bytes] = 'bytes' in body ? [body.type, body.bytes] : ['application/json', JSON.stringify(body)];
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return dataOf(
    await fetch(`${url}${path}`, { method: 'POST', headers, body: bytes as string | Uint8Array<ArrayBuffer> }),
  );
};

/** Asks again until it holds. Throws after a minute. */
export const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await pause(WAIT_MS)) {
    if (await holds()) return;
    if (Date.now() > giveUpAt) throw new Error(`Not within a minute: ${what}.`);
  }
};
