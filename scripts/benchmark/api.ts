import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Where requests go, and the credential that they carry. */
export type Target = { url: string; token: string };

/** A body as it goes over the wire, with its type. */
export type Form = { type: string; bytes: Buffer };

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const LOOK_MS = 200;
const PATIENCE_MS = 15 * 60_000;

const isForm = (body: object): body is Form => 'bytes' in body;

const exchange = ({ url, token }: Target, method: Method, path: string, body?: object, key?: string) => {
  const type = body && isForm(body) ? body.type : 'application/json';
  const sent = body && (isForm(body) ? new Uint8Array(body.bytes) : JSON.stringify(body));
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return fetch(`${url}${path}`, {
    ...{ method, headers: key === undefined ? headers : { ...headers, 'idempotency-key': key } },
    ...(sent === undefined ? {} : { body: sent }),
  });
};

const answerOf = async <Answer>(response: Response, what: string): Promise<Answer> => {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what} was answered ${response.status}: ${text.slice(0, 300)}`);
  return (text === '' ? null : JSON.parse(text)) as Answer;
};

/** Sends a request and answers the whole JSON of its answer, null for none. Throws for an answer that is not of the 2xx. */
export const request = async <Answer>(target: Target, method: Method, path: string, body?: object): Promise<Answer> =>
  answerOf(await exchange(target, method, path, body), `${method} ${path}`);

/** Reads `data` at a path. */
export const read = async <Data>(target: Target, path: string): Promise<Data> =>
  (await request<{ data: Data }>(target, 'GET', path)).data;

/** Posts JSON, or a body of another type, and answers `data`. */
export const send = async <Data>(target: Target, path: string, body: object): Promise<Data> =>
  (await request<{ data: Data }>(target, 'POST', path, body)).data;

/** As `send`, for what is prepared: a machine with other work answers 503 at times, and then the request is repeated. */
export const sendPatiently = async <Data>(target: Target, path: string, body: object): Promise<Data> => {
  const key = randomUUID();
  const response = await until(`POST ${path} is taken`, async () => {
    const answered = await exchange(target, 'POST', path, body, key);
    return answered.status === 503 ? null : answered;
  });
  return (await answerOf<{ data: Data }>(response, `POST ${path}`)).data;
};

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
