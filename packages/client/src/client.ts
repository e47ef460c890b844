import { type AuditExports, makeAuditExports } from './audit-export.ts';
import { type Answer, type Call, type CallOptions, toCall } from './call.ts';
import { type Credential, makeAuthentication } from './credentials.ts';
import { toDownload } from './download.ts';
import { UnexpectedAnswerError } from './errors.ts';
import { METHODS, type Resources } from './generated/methods.ts';
import { PageList } from './page-list.ts';
import { toPathParameters } from './query.ts';
import { type ApiRequest, makeSender, type Read, type Send } from './request.ts';
import type { Retry } from './retry.ts';
import { isSigned, type Sign, withCredentials } from './signing.ts';
import type { Operation } from './types.ts';
import { toForm, type Upload } from './upload.ts';
import { VERSION } from './version.ts';

export type ClientOptions = {
  /** Where the API is, without `/v1`. */
  baseUrl: string;
  credential: Credential;
  /** Why, for the audit trail, of every write that gives no reason of its own. */
  reason?: string | undefined;
  /** Asks for the credentials of an electronic signature that a call gives no password for. */
  sign?: Sign | undefined;
  /** How long one attempt of a call may take; 60,000 unless given. */
  timeoutMs?: number | undefined;
  /** How often a call is sent again after a passing fault; 2 unless given. */
  maxRetries?: number | undefined;
  /** Ends every call. */
  signal?: AbortSignal | undefined;
  /** What the program is called in logs and the audit trail, before the name of this package. */
  userAgent?: string | undefined;
  /** Called before a call is sent again. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** In the place of the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The time in milliseconds, by which tokens are renewed. */
  now?: (() => number) | undefined;
};

/** The API: a member for each resource, with a method for each operation. */
export type Client = Resources & { readonly auditLogs: AuditExports };

/** A page of an iteration, unless the caller says otherwise. */
const WALK_PAGE = 100;

type Parts = { send: Send; sign: Sign | undefined };

const readJson = async (response: Response): Promise<object> => {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body;
  } catch {
    // Reported below.
  }
  throw new UnexpectedAnswerError(`${response.url} answers ${response.status} without a JSON object.`);
};

type Reader = (response: Response) => Promise<Read<unknown>>;

const READERS: Record<Operation['answer'], Reader> = {
  data: async (response) => {
    const body = await readJson(response);
    return { data: 'data' in body ? body.data : body, body };
  },
  page: async (response) => {
    const body = await readJson(response);
    return { data: body, body };
  },
  file: async (response) => ({ data: toDownload(response) }),
  text: async (response) => ({ data: await response.text() }),
  none: async () => ({ data: undefined }),
};

type Given = Pick<ApiRequest, 'path' | 'query' | 'options'> & { body: unknown };

/** What a method was called with: the ids of the path, then a query or a body, then options. */
const readArguments = ({ path, query, body }: Operation, values: readonly unknown[]): Given => {
  const parameters = toPathParameters(path, values);
  const [given, options = {}] = [
    ...(query || body ? [] : [undefined]),
    ...values.slice(Object.keys(parameters).length),
  ] as [unknown, (CallOptions & { query?: Record<string, unknown> })?];
  return {
    path: parameters,
    query: (body ? options.query : (given as Record<string, unknown> | undefined)) ?? {},
    body: body ? given : undefined,
    options,
  };
};

const makeMethod = (operation: Operation, { send, sign }: Parts) => {
  const read = READERS[operation.answer];

  const answer = async ({ body: given, ...rest }: Given) => {
    const content = { operation: operation.id, path: rest.path, body: given };
    const body = operation.body === 'form' ? await toForm(given as Upload) : await withCredentials(sign, content);
    return send({ operation, ...rest, body, isSigned: isSigned(body) }, read);
  };

  return (...values: unknown[]) => {
    const given = readArguments(operation, values);
    if (operation.answer !== 'page') return toCall(answer(given));
    return new PageList((page, isWalk): Call<never> => {
      const query = { ...(isWalk ? { per_page: WALK_PAGE } : {}), ...given.query, page };
      return toCall(answer({ ...given, query }) as Promise<Answer<never>>);
    });
  };
};

const makeResources = (parts: Parts): Resources => {
  const resources = Object.entries(METHODS).map(([resource, operations]) => {
    const methods = Object.entries(operations).map(
      ([name, operation]) => [name, makeMethod(operation, parts)] as const,
    );
    const [first, ...more] = methods;
    // The one method of a resource of the same name is the client's own.
    return first?.[0] === resource && more.length === 0 ? [...first] : [resource, Object.fromEntries(methods)];
  });
  return Object.fromEntries(resources) as Resources;
};

/**
 * A client of the API.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://api.example.com', credential: { apiKey } });
 * const supplier = await client.suppliers.get(id);
 * ```
 */
export const createClient = (options: ClientOptions): Client => {
  const { baseUrl, credential, signal, sign, timeoutMs = 60_000, maxRetries = 2, now = Date.now } = options;
  const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const authentication = makeAuthentication(credential, { fetch, now, timeoutMs });
  const userAgent = [options.userAgent, `qsc-client/${VERSION}`].filter((agent) => agent !== undefined).join(' ');
  const onRetry = options.onRetry ?? (() => {});
  const { reason } = options;
  const send = makeSender({
    baseUrl,
    authentication,
    fetch,
    signal,
    timeoutMs,
    maxRetries,
    userAgent,
    reason,
    onRetry,
  });
  const resources = makeResources({ send, sign });
  return { ...resources, auditLogs: { ...resources.auditLogs, ...makeAuditExports(resources.auditLogs) } };
};
