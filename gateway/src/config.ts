import { commaSeparated, loadConfig, serviceEnvironment, tlsEnvironment, trustedProxies } from '@qsc/service-kit/edge';
import { z } from 'zod';
import { addressVariable, ROUTING_TABLE, type Row } from './routing/routing-table.ts';

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** What the gateway reads from its environment, beside the addresses of the services. */
export const gatewayEnvironment = {
  HTTP_HOST: serviceEnvironment.HTTP_HOST,
  HTTP_PORT: serviceEnvironment.HTTP_PORT,
  METRICS_PORT: serviceEnvironment.HTTP_PORT,
  MESH_SECRET: serviceEnvironment.MESH_SECRET,
  MESH_SECRET_FILE: serviceEnvironment.MESH_SECRET_FILE,
  BASE_URL: serviceEnvironment.BASE_URL,
  AUTH_URL: serviceEnvironment.AUTH_URL,
  JWKS_URL: serviceEnvironment.JWKS_URL,
  IDENTITY_GRPC_URL: serviceEnvironment.IDENTITY_GRPC_URL,
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceEnvironment.OTEL_EXPORTER_OTLP_ENDPOINT,
  DRAIN_MS: serviceEnvironment.DRAIN_MS,
  LOG_LEVEL: serviceEnvironment.LOG_LEVEL,
  SYSTEM_VERSION: serviceEnvironment.SYSTEM_VERSION,
  TLS_CERT_FILE: tlsEnvironment.TLS_CERT_FILE,
  TLS_KEY_FILE: tlsEnvironment.TLS_KEY_FILE,
  TLS_CA_FILE: tlsEnvironment.TLS_CA_FILE,
  /** Redis or Valkey, shared by several replicas; without it the limits are counted in this process alone. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Addresses or CIDR ranges whose `X-Forwarded-For` is believed; nobody's by default. */
  TRUSTED_PROXIES: trustedProxies,
  /** Exact origins of web pages that may call the API; none by default. */
  CORS_ORIGINS: commaSeparated.refine((origins) => origins.every(isOrigin), {
    message: 'each must be an exact origin such as https://app.example.com',
  }),
  ANONYMOUS_REQUESTS_PER_MINUTE: count(3_000),
  ANONYMOUS_BURST: count(300),
  UPSTREAM_TIMEOUT_MS: count(30_000),
  HEADERS_TIMEOUT_MS: count(10_000),
  /** Shorter than the five minutes of the services, whose answer would not have the form of every error. */
  REQUEST_TIMEOUT_MS: count(120_000),
} as const;

/** The typed environment of the gateway; `upstreams` holds the address of every row of the routing table, by its name. */
export type GatewayConfig = z.infer<z.ZodObject<typeof gatewayEnvironment>> & {
  upstreams: Readonly<Record<string, string>>;
};

/**
 * Reads the environment once. Throws one error that names every missing or wrong variable, never its value.
 */
export const readConfig = (environment: NodeJS.ProcessEnv, table: readonly Row[] = ROUTING_TABLE): GatewayConfig => {
  const addresses = Object.fromEntries(table.map((row) => [addressVariable(row), z.url({ protocol: /^https?$/ })]));
  const config = loadConfig({ ...addresses, ...gatewayEnvironment }, environment) as GatewayConfig &
    Record<string, string>;
  return {
    ...config,
    upstreams: Object.fromEntries(table.map((row) => [row.name, config[addressVariable(row)] ?? ''])),
  };
};
