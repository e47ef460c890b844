import { ApiError, type ErrorDetails } from './api-error.ts';
import { followsInput } from './input-clock.ts';

type Value = string | number | boolean | null | undefined | readonly string[];

export type Query = Readonly<Record<string, Value>>;

export type Sending = {
  query?: Query | undefined;
  body?: unknown;
  /** The version that the change was made on; another one answers 412. */
  ifMatch?: number | undefined;
  /** Why, where the organisation asks for a reason. */
  reason?: string | undefined;
  /** Sent again with the same key, a write happens once. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Whether it follows from nothing that a person did; unless given, by when the last input was. */
  isBackground?: boolean | undefined;
};

export type PageMeta = {
  total: number;
  page: number;
  per_page: number;
  total_pages: number;
  total_is_minimum?: boolean;
};

/** `data` and `meta` of the answer's body. */
export type Answer<Data> = { data: Data; meta: PageMeta };

const addressOf = (path: string, query: Query = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    const text = Array.isArray(value) ? value.map(escaped).join(',') : String(value);
    if (text !== '') parameters.set(name, text);
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** A comma or backslash of a value itself comes after a backslash. */
const escaped = (value: string): string => value.replaceAll(/[\\,]/g, '\\$&');

const headersOf = (
  method: string,
  path: string,
  { body, ifMatch, reason, idempotencyKey, isBackground = !followsInput() }: Sending,
): Headers => {
  const headers = new Headers({ accept: 'application/json' });
  if (method !== 'GET' || path.startsWith('/app/')) headers.set('X-QSC-Dashboard', '1');
  if (isBackground) headers.set('X-QSC-Background', '1');
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (ifMatch !== undefined) headers.set('If-Match', `"${ifMatch}"`);
  if (reason) headers.set('X-Change-Reason', asHeader(reason));
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
};

/** Headers carry bytes: the text as UTF-8, one character for each byte. */
const asHeader = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

type Fault = {
  error?: { code?: string; message?: string; request_id?: string; details?: ErrorDetails; retry_after?: number };
};

const faultOf = async (response: Response): Promise<ApiError> => {
  const { error } = (await response.json().catch(() => ({}))) as Fault;
  return new ApiError({
    status: response.status,
    code: error?.code ?? 'internal_error',
    message: error?.message ?? response.statusText,
    requestId: error?.request_id ?? response.headers.get('x-request-id'),
    details: error?.details ?? {},
    retryAfter: error?.retry_after ?? null,
  });
};

let tellSessionOver = (): void => {};

/** What is done when the server does not know the session any more, whichever request shows it. */
export const onSessionOver = (tell: () => void): void => {
  tellSessionOver = tell;
};

/** Sends a request with the session's cookie. Throws `ApiError`, with the code `offline` where nothing answers. */
export const send = async (method: string, path: string, sending: Sending = {}): Promise<Response> => {
  const init: RequestInit = { method, headers: headersOf(method, path, sending), credentials: 'same-origin' };
  if (sending.body !== undefined) init.body = JSON.stringify(sending.body);
  if (sending.signal) init.signal = sending.signal;
  const response = await fetch(addressOf(path, sending.query), init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ status: 0, code: 'offline', message: 'The server does not answer.' });
  });
  if (response.ok) return response;
  const fault = await faultOf(response);
  if (fault.status === 401 && !path.startsWith('/app/')) tellSessionOver();
  throw fault;
};

const answered = async <Data>(method: string, path: string, sending?: Sending): Promise<Answer<Data>> => {
  const response = await send(method, path, sending);
  return response.status === 204 ? ({} as Answer<Data>) : ((await response.json()) as Answer<Data>);
};

/** The API of the service by method; `data` of the answer is typed by the caller, from the schemas of the API. */
export const api = {
  page: <Data>(path: string, sending?: Sending) => answered<Data>('GET', path, sending),
  get: async <Data>(path: string, sending?: Sending) => (await answered<Data>('GET', path, sending)).data,
  post: async <Data>(path: string, sending: Sending = {}) =>
    (await answered<Data>('POST', path, { idempotencyKey: crypto.randomUUID(), ...sending })).data,
  patch: async <Data>(path: string, sending: Sending) => (await answered<Data>('PATCH', path, sending)).data,
  put: async <Data>(path: string, sending: Sending) => (await answered<Data>('PUT', path, sending)).data,
  remove: (path: string, sending?: Sending) => answered<void>('DELETE', path, sending).then(() => {}),
};

/** Downloads a file of the API under the name that the service gives it. */
export const download = async (path: string, query?: Query): Promise<void> => {
  const response = await send('GET', path, { query });
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), named?.[1] ?? path.split('/').at(-1) ?? 'file');
};

/** Gives the browser a file to save. */
export const saveFile = (content: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
