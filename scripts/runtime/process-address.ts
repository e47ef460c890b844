import type { PortUse } from './ports.ts';
import { SERVICES, type ServiceRow } from './processes.ts';

/** The public addresses of a mesh. */
export type Addresses = { baseUrl: string; authUrl: string; docsUrl: string };

/** The public addresses, derived from the port base. */
export const addresses = (portBase: number): Addresses => {
  const baseUrl = `http://127.0.0.1:${portBase}`;
  const identity = SERVICES.find((row) => row.name === 'identity');
  return { baseUrl, authUrl: `http://127.0.0.1:${portBase + (identity?.httpOffset ?? 0)}`, docsUrl: `${baseUrl}/docs` };
};

/** Where the programs are that it asks or forwards to, and no others. */
export const peerAddresses = (
  { name, asks, forwards = [] }: ServiceRow,
  { rows, base }: { rows: readonly ServiceRow[]; base: number },
): Record<string, string> => {
  const offsets = new Map(rows.map(({ name, httpOffset, grpcOffset }) => [name, { httpOffset, grpcOffset }]));
  const grpc = (name: string) => [grpcVariable(name), `127.0.0.1:${base + (offsets.get(name)?.grpcOffset ?? 0)}`];
  const http = (name: string) => [
    httpVariable(name),
    `http://127.0.0.1:${base + (offsets.get(name)?.httpOffset ?? 0)}`,
  ];
  return Object.fromEntries([...requestedBy(name, asks).map(grpc), ...forwards.map(http)]);
};

const requestedBy = (name: string, asks: readonly string[]): string[] =>
  name === 'identity' ? [...asks] : ['identity', ...asks];

/** Where it listens itself. */
export const listenEnvironment = (row: ServiceRow, base: number): Record<string, string> => ({
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: String(base + row.httpOffset),
  ...(row.grpcOffset === null ? {} : { GRPC_HOST: '127.0.0.1', GRPC_PORT: String(base + row.grpcOffset) }),
  ...(row.metricsOffset === undefined ? {} : { METRICS_PORT: String(base + row.metricsOffset) }),
});

/** The ports that it takes, and what for. */
export const portUses = ({ name, httpOffset, grpcOffset, metricsOffset }: ServiceRow, base: number): PortUse[] => {
  const offsets = [
    ['HTTP', httpOffset],
    ['gRPC', grpcOffset],
    ['metrics', metricsOffset],
  ] as const;
  return offsets.flatMap(([what, offset]) =>
    offset === null || offset === undefined ? [] : [{ port: base + offset, purpose: `the ${what} of ${name}` }],
  );
};

const environmentPrefix = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/** The variable that tells where a program answers gRPC. */
export const grpcVariable = (name: string): string => `${environmentPrefix(name)}_GRPC_URL`;

/** The variable that tells where a service answers HTTP. */
export const httpVariable = (name: string): string => `${environmentPrefix(name)}_HTTP_URL`;
