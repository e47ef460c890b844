/** One service behind the gateway. A new service is a new row; its address comes from `<NAME>_HTTP_URL`. */
export type Row = {
  name: string;
  /** The first path segments below `/v1` that it owns. */
  prefixes: readonly string[];
  /** Paths below the prefixes of other rows that it owns. */
  paths?: RegExp;
  /** The most bytes of a body; a service may allow less by itself. */
  bodyLimit: number;
  /** Paths whose answers take longer than others: how long each may take, in milliseconds. */
  slowPaths?: Readonly<Record<string, number>>;
};

/** Copies of records for inspectors, which the audit service makes of all kinds. */
const REPORTS = /^\/v1\/(entities|suppliers|certificates|quality-events)\/([^/]+\/)?report\/?$/;

const MIB = 1024 * 1024;
const BODY_LIMIT = 6 * MIB;
/** A file of 25 MiB and the form around it. */
const UPLOAD_LIMIT = 26 * MIB;
/** A chain of some million entries is recomputed within it. */
const CHAIN_MS = 600_000;

export const ROUTING_TABLE: readonly Row[] = [
  {
    name: 'identity',
    prefixes: ['users', 'api-keys', 'oauth-applications', 'organization', 'me'],
    bodyLimit: BODY_LIMIT,
  },
  { name: 'entity', prefixes: ['entities', 'documents', 'search'], bodyLimit: UPLOAD_LIMIT },
  { name: 'supplier', prefixes: ['suppliers'], bodyLimit: BODY_LIMIT },
  { name: 'certificate', prefixes: ['certificates'], bodyLimit: UPLOAD_LIMIT },
  { name: 'quality', prefixes: ['quality-events'], bodyLimit: BODY_LIMIT },
  { name: 'workflow', prefixes: ['workflows', 'signatures'], bodyLimit: BODY_LIMIT },
  {
    name: 'audit',
    prefixes: ['audit-logs'],
    paths: REPORTS,
    bodyLimit: BODY_LIMIT,
    slowPaths: {
      '/v1/audit-logs/verify': CHAIN_MS,
      '/v1/audit-logs/reports/21cfr11': CHAIN_MS,
      '/v1/entities/report': CHAIN_MS,
      '/v1/suppliers/report': CHAIN_MS,
      '/v1/certificates/report': CHAIN_MS,
      '/v1/quality-events/report': CHAIN_MS,
    },
  },
  { name: 'webhook', prefixes: ['webhooks'], bodyLimit: BODY_LIMIT },
  { name: 'integration', prefixes: ['integrations'], bodyLimit: BODY_LIMIT },
];

/** The environment variable that holds a row's address. */
export const addressVariable = (row: Pick<Row, 'name'>): string =>
  `${row.name.toUpperCase().replaceAll('-', '_')}_HTTP_URL`;

/** A row and which of its prefixes was met, such as `/v1/entities`. */
export type Destination = { row: Row; prefix: string };

/** Finds the destination of a path by the paths of the rows, then by its segment below `/v1`; undefined where no service owns it. */
export const makeRouter = (table: readonly Row[]): ((path: string) => Destination | undefined) => {
  const bySegment = new Map(
    table.flatMap((row) => row.prefixes.map((segment) => [segment, { row, prefix: `/v1/${segment}` }] as const)),
  );
  return (path) => {
    const end = path.indexOf('/', 4);
    const segment = end < 0 ? path.slice(4) : path.slice(4, end);
    const row = table.find(({ paths }) => paths?.test(path));
    return row ? { row, prefix: `/v1/${segment}` } : bySegment.get(segment);
  };
};
