import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Advice } from '../runtime/command-line.ts';

const PATIENCE_MS = 300_000;
const WAIT_MS = 250;
const REASON = 'Demo records';

/** An answer: its status, and `data` of the body or the coded error. */
export type DemoAnswer<T> = { status: number; data: T; code: string | null };

export type DemoApi = {
  get<T>(path: string): Promise<T>;
  /** Sends JSON or a form. Throws `Advice` for an error that is not among the accepted codes. */
  post<T>(path: string, body: object | FormData, accepted?: readonly string[]): Promise<DemoAnswer<T>>;
  /** Sends a JSON Merge Patch. Throws `Advice` for any error. */
  patch<T>(path: string, body: object): Promise<T>;
};

type Sent = { status: number; body: { data?: unknown; error?: { code?: string; message?: string } } };

/** A part of the mesh is away: it says so, or nothing answers at all. */
const AWAY = 503;

/** The API with a key, as the demo's records are written through it: asked again while a part of the mesh is not there yet. */
export const makeDemoApi = (baseUrl: string, apiKey: string): DemoApi => {
  const send = async (path: string, init: RequestInit): Promise<Sent> => {
    for (const giveUpAt = Date.now() + PATIENCE_MS; ; ) {
      const sent = await sendOnce(`${baseUrl}${path}`, init);
      if (sent.status !== AWAY || Date.now() > giveUpAt) return sent;
      await pause(WAIT_MS);
    }
  };

  const headers = { authorization: `Bearer ${apiKey}`, 'user-agent': 'qsc-demo', 'x-change-reason': REASON };

  const answerOf = <T>(path: string, sent: Sent, accepted: readonly string[]) => {
    const { data, error } = sent.body;
    const isFine = error ? accepted.includes(error.code ?? '') : sent.status < 300;
    if (isFine) return { status: sent.status, data: data as T, code: error?.code ?? null };
    throw new Advice(`The demo's records are not complete: ${path} answered ${sent.status}. ${error?.message ?? ''}`);
  };

  return {
    get: async <T>(path: string) => answerOf<T>(path, await send(path, { headers }), []).data,
    async post<T>(path: string, body: object | FormData, accepted: readonly string[] = []) {
      const isForm = body instanceof FormData;
      const kind = isForm ? {} : { 'content-type': 'application/json' };
      const init = {
        method: 'POST',
        headers: { ...headers, ...kind, 'idempotency-key': randomUUID() },
        body: isForm ? body : JSON.stringify(body),
      };
      return answerOf<T>(path, await send(path, init), accepted);
    },
    async patch<T>(path: string, body: object) {
      const init = {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      return answerOf<T>(path, await send(path, init), []).data;
    },
  };
};

const sendOnce = async (url: string, init: RequestInit): Promise<Sent> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, body: (await response.json()) as Sent['body'] };
  } catch (error) {
    return { status: AWAY, body: { error: { message: (error as Error).message } } };
  }
};

/** The two who write the demo's records: the system administrator, and the quality manager who decides on them. */
export type DemoWriters = { admin: DemoApi; quality: DemoApi };
