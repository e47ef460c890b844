import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** A variable that holds a list, `a,b`; an empty one when it is not set. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

/** What every service reads from its environment. Secrets have no default; a missing one stops the start with a sentence. */
export const serviceEnvironment = {
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port,
  MONGODB_URI: z.string().min(1),
  MONGODB_DATABASE_PREFIX: z.string().default('qsc_'),
  AMQP_URL: z.string().min(1),
  MESH_SECRET: z.string().min(32),
  BASE_URL: z.url(),
  AUTH_URL: z.url(),
  JWKS_URL: z.url().optional(),
  IDENTITY_GRPC_URL: z.string().min(1),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** The version that a build gave the program; that of the sources where it gave none. */
  SYSTEM_VERSION: z.string().min(1).optional(),
  /** How long a program that was told to stop takes requests on, while its callers turn to other replicas. */
  DRAIN_MS: z.coerce.number().int().min(0).max(30_000).default(0),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
} as const;

/** The typed form of `serviceEnvironment`. */
export type ServiceConfig = z.infer<z.ZodObject<typeof serviceEnvironment>>;

/** Where the key set is that tokens are verified by. */
export const keySetUrl = ({ JWKS_URL, AUTH_URL }: Pick<ServiceConfig, 'JWKS_URL' | 'AUTH_URL'>): string =>
  JWKS_URL ?? new URL('/.well-known/jwks.json', AUTH_URL).href;

/**
 * Reads the environment once, by its shape. Throws one error that names every missing or wrong variable, never its value.
 */
export const loadConfig = <Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> => {
  const parsed = z.object(shape).safeParse(environment);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
  throw new Error(`The environment is not complete. Set or mend: ${faults.join('; ')}.`);
};
