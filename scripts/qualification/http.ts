import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Method } from './protocol.ts';

/** A request of a test step. */
export type TestRequest = {
  method: Method;
  url: string;
  credential: string | null;
  headers: Record<string, string>;
  body?: unknown;
  form?: Record<string, string> | undefined;
  upload?: { path: string; metadata: unknown } | undefined;
};

/** What came back. */
export type TestAnswer = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; null where it is no JSON. */
  body: unknown;
  sha256: string;
  requestId: string | null;
};

const TIMEOUT_MS = 30_000;
const MAX_WAITS = 5;

const toForm = ({ path, metadata }: { path: string; metadata: unknown }): FormData => {
  const form = new FormData();
  form.append('metadata', JSON.stringify(metadata));
  form.append('file', new Blob([readFileSync(path)]), basename(path));
  return form;
};

const parseJson = (text: string, contentType: string): unknown => {
  if (!/[/+]json/.test(contentType)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const sendOnce = async ({ method, url, credential, headers, body, form, upload }: TestRequest): Promise<TestAnswer> => {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: { ...json, ...(credential === null ? {} : { authorization: `Bearer ${credential}` }), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(upload ? { body: toForm(upload) } : {}),
    ...(form ? { body: new URLSearchParams(form) } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parseJson(text, response.headers.get('content-type') ?? ''),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    requestId: response.headers.get('x-request-id'),
  };
};

/** Sends a request. What the rate limit refuses is sent again after the time that it asks for. Throws where no answer comes. */
export const send = async (request: TestRequest): Promise<TestAnswer> => {
  for (let waits = 0; ; waits += 1) {
    const answer = await sendOnce(request);
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 429 || waits === MAX_WAITS || !(seconds > 0)) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
};
