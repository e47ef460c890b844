import type { IncomingHttpHeaders } from 'node:http';

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

const NOT_UPSTREAM: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'authorization',
  'cookie',
  'expect',
  'forwarded',
  'http2-settings',
  'set-cookie',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
]);

/** Names that only the mesh may use, whatever follows. */
const OURS = [
  'x-edge-',
  'x-forwarded-',
  'x-internal-',
  'x-mesh-',
  'x-org-',
  'x-qsc-',
  'x-user-',
  'mesh-',
  'cf-connecting-',
];

const NOT_DOWNSTREAM: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'transfer-encoding',
  'server',
  'via',
  'x-powered-by',
  'x-request-id',
]);

const NOT_DOWNSTREAM_PREFIXES = ['x-ratelimit-', 'x-edge-', 'x-internal-', 'x-mesh-', 'access-control-'];

/** What frames a message; a `Connection` header cannot name it away. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'host']);

const hasPrefix = (name: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => name.startsWith(prefix));

const namedByConnection = (connection: string | undefined): readonly string[] =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? []
    : connection
        .toLowerCase()
        .split(',')
        .map((token) => token.trim())
        .filter((token) => !FRAMING.has(token));

const without = (
  headers: IncomingHttpHeaders,
  isDropped: (name: string) => boolean,
): Record<string, string | string[]> => {
  const named = namedByConnection(headers.connection);
  const kept: Record<string, string | string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined || isDropped(name) || named.includes(name)) continue;
    kept[name] = value;
  }
  return kept;
};

/**
 * The headers of a client's request that a service may see: nothing that belongs to the connection, and nothing that could
 * pass for what the mesh sets itself. Some servers read `_` as `-`, so both are looked at alike.
 */
export const upstreamHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> =>
  without(headers, (sent) => {
    const name = sent.includes('_') ? sent.replaceAll('_', '-') : sent;
    return NOT_UPSTREAM.has(name) || hasPrefix(name, OURS);
  });

/** The headers of a service's answer that the client may see. */
export const downstreamHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> =>
  without(headers, (name) => NOT_DOWNSTREAM.has(name) || hasPrefix(name, NOT_DOWNSTREAM_PREFIXES));
