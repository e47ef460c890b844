import { z } from 'zod';
import { isMeshSecret } from './mesh-secret.ts';
import { readSecretFile } from './secret-file.ts';
import { StartFault } from './start-fault.ts';
import { tlsEnvironment } from './tls/environment.ts';

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

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });

/** Where another program answers gRPC. */
export const grpcAddress = z.string().regex(/^(?!https?:\/\/)\S+$/, 'must be host:port, without http://');

/** What every service reads from its environment, the identity service among them. Secrets have no default; a missing one stops the start. */
export const programEnvironment = {
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port,
  /** Where metrics are answered, and nowhere else: for a program whose HTTP faces clients. */
  METRICS_PORT: port.optional(),
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port,
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  MONGODB_DATABASE_PREFIX: z.string().default('qsc_'),
  AMQP_URL: z.url({
    protocol: /^amqps?$/,
    error: 'must be an address that begins with amqp:// or amqps://, special characters in it escaped',
  }),
  /** One secret, or several by comma: the first signs, all are believed. */
  MESH_SECRET: z
    .string()
    .min(32, { abort: true })
    .refine(isMeshSecret, { message: 'each secret of the list needs 32 characters or more' }),
  /** The file that it is read from, which is then looked at again. */
  MESH_SECRET_FILE: z.string().optional(),
  BASE_URL: httpUrl,
  AUTH_URL: httpUrl,
  JWKS_URL: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** The version that a build gave the program; that of the sources where it gave none. */
  SYSTEM_VERSION: z.string().min(1).optional(),
  /** How long a stopping program still accepts requests, while its callers turn to other replicas. */
  DRAIN_MS: z.coerce.number().int().min(0).max(30_000).default(0),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
  ...tlsEnvironment,
} as const;

/** The same for every service that asks the identity service. */
export const serviceEnvironment = { ...programEnvironment, IDENTITY_GRPC_URL: grpcAddress } as const;

/** The typed form of `serviceEnvironment`. */
export type ServiceConfig = z.infer<z.ZodObject<typeof serviceEnvironment>>;

/** The typed form of `programEnvironment`; who has no address of the identity service is that service. */
export type ProgramConfig = z.infer<z.ZodObject<typeof programEnvironment>> & Partial<ServiceConfig>;

/** Where the key set is that tokens are verified by. */
export const keySetUrl = ({ JWKS_URL, AUTH_URL }: Pick<ServiceConfig, 'JWKS_URL' | 'AUTH_URL'>): string =>
  JWKS_URL ?? new URL('/.well-known/jwks.json', AUTH_URL).href;

/** A variable `<NAME>_FILE` names the file that holds the value of `<NAME>`, as secrets are mounted by Docker and Kubernetes. */
const FILE_SUFFIX = '_FILE';

/** The environment with what its files hold, and what is wrong with some variables, by their names. */
type Given = { values: Record<string, string | undefined>; faults: Map<string, string> };

const takeFile = ({ values, faults }: Given, name: string, environment: NodeJS.ProcessEnv): void => {
  const variable = `${name}${FILE_SUFFIX}`;
  const file = environment[variable];
  if (!file) return;
  if (environment[name]) {
    faults.set(name, `${name} (it and ${variable} are both set; leave one out)`);
    return;
  }
  try {
    values[name] = readSecretFile(file);
  } catch (error) {
    faults.set(name, `${variable} (the file cannot be read: ${(error as NodeJS.ErrnoException).code})`);
  }
};

/** A compose file cannot leave a variable out, but hand on an empty one. */
const unlessEmpty = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''));

const withFiles = (names: readonly string[], environment: NodeJS.ProcessEnv): Given => {
  const given: Given = { values: unlessEmpty(environment), faults: new Map() };
  for (const name of names) takeFile(given, name, environment);
  return given;
};

/**
 * Reads the environment once, by its shape. A blank variable counts as one that is not set. Every one may be given by a file
 * instead, which `<NAME>_FILE` names. Throws one error that names every missing or wrong variable, also one that is given twice
 * and a file that cannot be read, never its value.
 */
export const loadConfig = <Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> => {
  const { values, faults } = withFiles(Object.keys(shape), environment);
  const parsed = z.object(shape).safeParse(values);
  if (parsed.success && faults.size === 0) return parsed.data;
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    if (!faults.has(name)) faults.set(name, `${name} (${values[name] === undefined ? 'it is not set' : message})`);
  }
  throw new StartFault(`The environment is not complete. Set or mend: ${[...faults.values()].join('; ')}.`);
};
