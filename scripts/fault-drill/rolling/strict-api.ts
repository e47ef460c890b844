import { Agent, request as open } from 'node:http';
import { type Answer, type Api, type ApiRequest, isPassing } from '../load/api.ts';

type Options = {
  baseUrl: string;
  apiKey: string;
  stopped: AbortSignal;
  /** Hears every request that is sent. */
  onSent: () => void;
  /** Hears every request that got no answer, or one that says to try again. */
  onFailure: (what: string) => void;
};

/** Longer than a gateway waits for a service. */
const TIMEOUT_MS = 240_000;
/** A connection that is idle for so long is closed, before a gateway that stops closes it (`DRAIN_MS`). */
const IDLE_MS = 1_000;

/** The API as one client that repeats nothing: what does not get its answer at the first try has failed. */
export const makeStrictApi = ({ baseUrl, apiKey, stopped, onSent, onFailure }: Options): Api => {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const send = async ({ method, path, body, headers }: ApiRequest): Promise<Answer> => {
    const content = await toContent(body);
    const fixed = { authorization: `Bearer ${apiKey}`, 'x-change-reason': 'rolling restart' };
    return exchange(
      new URL(path, baseUrl),
      { method, agent, headers: { ...fixed, ...content.headers, ...headers } },
      { bytes: content.bytes, signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]) },
    );
  };
  const once = async (request: ApiRequest): Promise<Answer> => {
    onSent();
    const what = `${request.method} ${request.path}`;
    try {
      const answer = await send(request);
      if (!isPassing(answer)) return answer;
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    } catch (error) {
      stopped.throwIfAborted();
      onFailure(`${what}: ${(error as Error).message}`);
      throw new Error(`${what} failed at the first try`, { cause: error });
    }
  };
  return { attempt: once, insist: once };
};

type Content = { bytes: Buffer | null; headers: Record<string, string> };

const toContent = async (body: unknown): Promise<Content> => {
  if (body === undefined) return { bytes: null, headers: {} };
  const isForm = body instanceof FormData;
  const form = isForm ? new Response(body) : new Response(JSON.stringify(body));
  const bytes = Buffer.from(await form.arrayBuffer());
  const type = isForm ? String(form.headers.get('content-type')) : 'application/json';
  return { bytes, headers: { 'content-type': type, 'content-length': String(bytes.length) } };
};

type Head = { method: string; agent: Agent; headers: Record<string, string> };

const exchange = (
  url: URL,
  head: Head,
  { bytes, signal }: { bytes: Buffer | null; signal: AbortSignal },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = open(url, { ...head, signal }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        text += part;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        try {
          resolve({ status: incoming.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) });
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes ?? undefined);
  });
