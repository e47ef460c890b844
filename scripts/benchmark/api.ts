import { setTimeout as pause } from 'node:timers/promises';

/** Where requests go, and the credential that they carry. */
export type Target = { url: string; token: string };

/** A body as it goes over the wire, with its type. */
export type Form = { type: string; bytes: Buffer };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const LOOK_MS = 200;
const PATIENCE_MS = 15 * 60_000;

const isForm = (body: object): body is Form => 'bytes' in body;

/** Sends a request and answers the whole JSON of its answer, null for none. Throws for an answer that is not of the 2xx. */
export const request = async <Answer>(
  { url, token }: Target,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer> => {
  const type = body && isForm(body) ? body.type : 'application/json';
  const sent = body && (isForm(body) ? new Uint8Array(body.bytes) : JSON.stringify(body));
  const response = await fetch(`${url}${path}`, {
    ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': type } },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
  return (text === '' ? null : JSON.parse(text)) as Answer;
};

/** Reads `data` at a path. */
export const read = async <Data>(target: Target, path: string): Promise<Data> =>
  (await request<{ data: Data }>(target, 'GET', path)).data;

/** Posts JSON, or a body of another type, and answers `data`. */
export const send = async <Data>(target: Target, path: string, body: object): Promise<Data> =>
  (await request<{ data: Data }>(target, 'POST', path, body)).data;

/** Looks again and again until there is something. Throws after longer than anything here takes. */
export const until = async <Found>(
  what: string,
  look: () => Promise<Found | null | false>,
  everyMs = LOOK_MS,
): Promise<Found> => {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await pause(everyMs)) {
    const found = await look();
    if (found !== null && found !== false) return found;
    if (Date.now() > giveUpAt) throw new Error(`Not within ${PATIENCE_MS / 60_000} minutes: ${what}.`);
  }
};
