import { randomBytes } from 'node:crypto';
import { type Clock, type GrpcClient, identityDefinition, makeGrpcClient, type RunningService } from '@qsc/service-kit';
import { type ApiClient, apiClient, dropDatabases, testEnvironment } from '@qsc/test-kit';
import jwt from 'jsonwebtoken';
import { type Identity, type IdentityOptions, startIdentityService, withIdentity } from '../src/compose.ts';
import type { IdentityConfig } from '../src/config.ts';
import { type Provisioned, type ProvisionRequest, provision } from '../src/provisioning.ts';

export const ISSUER = 'http://identity.test';
export const AUDIENCE = 'http://api.test';
export const PASSWORD = 'correct horse battery';
/** What an administrator gives a new user. */
export const GIVEN_PASSWORD = 'given by an administrator';

/** The least that argon2id takes, so that the tests need not wait for what is meant to be slow. */
const FAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// biome-ignore lint/suspicious/noExplicitAny: claims are looked at member by member in the assertions.
export const decodeClaims = (token: string): any => jwt.decode(token, { complete: true });

export type Replica = { url: string; api: ApiClient; grpc: GrpcClient; service: RunningService; stop(): Promise<void> };

export type UnderTest = Replica & {
  config: IdentityConfig;
  environment: ReturnType<typeof testEnvironment>;
  /** Another replica of the same service on the same database. */
  another(): Promise<Replica>;
  /** Runs on the same use cases, as an operator's command does. */
  command<Result>(run: (identity: Identity) => Promise<Result>): Promise<Result>;
  provision(organization?: Partial<ProvisionRequest['organizations'][number]>): Promise<Tenant>;
  logIn(username: string, password?: string): Promise<{ access_token: string; refresh_token: string }>;
  /** The first login of a user whom an administrator has given `GIVEN_PASSWORD`: `PASSWORD` takes its place. */
  firstLogIn(username: string): Promise<{ access_token: string; refresh_token: string }>;
  end(): Promise<void>;
};

/** An organisation of its own for a test. */
export type Tenant = Provisioned & {
  admin: Provisioned['users'][number];
  manager: Provisioned['users'][number];
  token: string;
};

export const makeConfig = (environment: ReturnType<typeof testEnvironment>): IdentityConfig => ({
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: 0,
  METRICS_PORT: 0,
  GRPC_HOST: '127.0.0.1',
  GRPC_PORT: 0,
  MONGODB_URI: environment.mongodbUri,
  MONGODB_DATABASE_PREFIX: environment.prefix,
  AMQP_URL: environment.amqpUrl,
  MESH_SECRET: randomBytes(32).toString('hex'),
  BASE_URL: AUDIENCE,
  AUTH_URL: ISSUER,
  DRAIN_MS: 0,
  LOG_LEVEL: 'error',
  IDENTITY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  IDENTITY_ENCRYPTION_FORMER_KEYS: [],
  SIGNING_KEY_DAYS: 90,
  SESSION_HOURS: 12,
  LOGIN_FAILURES_PER_USER_AND_ADDRESS: 5,
  LOGIN_FAILURES_PER_USER: 100,
  LOGIN_FAILURES_PER_ADDRESS: 1_000,
  TRUSTED_PROXIES: ['127.0.0.1'],
  ALLOWED_ORIGINS: ['https://app.test'],
  WEB_CLIENT_REDIRECT_URIS: ['https://app.test/callback'],
});

/** Starts one replica. */
export const startReplica = async (config: IdentityConfig, options: IdentityOptions = {}): Promise<Replica> => {
  const service = await startIdentityService(config, { hashCosts: FAST, ...options });
  const url = `http://127.0.0.1:${service.httpPort}`;
  const target = { address: `127.0.0.1:${service.grpcPort}`, name: 'identity', definition: identityDefinition() };
  const grpc = makeGrpcClient(target, { name: 'test', secret: config.MESH_SECRET });
  return {
    url,
    api: apiClient(url, null),
    grpc,
    service,
    async stop() {
      grpc.close();
      await service.stop();
    },
  };
};

let made = 0;

const makeWanted = (
  wanted: Partial<ProvisionRequest['organizations'][number]>,
): ProvisionRequest['organizations'][number] => {
  made += 1;
  const at = `${made}.${randomBytes(3).toString('hex')}.test`;
  return {
    name: `Organisation ${made}`,
    tier: 'professional',
    users: [
      { email: `admin@${at}`, name: 'Ada Admin', role: 'system_admin', password: PASSWORD },
      { email: `manager@${at}`, name: 'Max Manager', role: 'quality_manager', password: PASSWORD },
    ],
    api_key: { name: 'key' },
    client: { name: 'client' },
    ...wanted,
  };
};

const logInTokens = async (api: ApiClient, username: string, password: string) => {
  const { status, body } = await api.post('/auth/login', { username, password });
  if (status !== 200) throw new Error(`login answered ${status}`);
  return body as { access_token: string; refresh_token: string };
};

/** Starts the identity service on free ports with a database of its own. `clock` is the service's time. */
export const startUnderTest = async (
  clock?: Clock,
  changes: Partial<IdentityConfig> = {},
  more: IdentityOptions = {},
): Promise<UnderTest> => {
  const environment = testEnvironment();
  const config = { ...makeConfig(environment), ...changes };
  const options = { ...more, ...(clock ? { clock } : {}) };
  const first = await startReplica(config, options);
  const others: Replica[] = [];
  const logIn = (username: string, password = PASSWORD) => logInTokens(first.api, username, password);
  const command = <Result>(run: (identity: Identity) => Promise<Result>): Promise<Result> =>
    withIdentity(config, run, { hashCosts: FAST, ...options });
  return {
    ...first,
    command,
    config,
    environment,
    logIn,
    async firstLogIn(username) {
      const { access_token } = await logIn(username, GIVEN_PASSWORD);
      const change = { current_password: GIVEN_PASSWORD, new_password: PASSWORD };
      const { status } = await first.api.as(access_token).post('/v1/me/password', change);
      if (status !== 204) throw new Error(`the change of the password answered ${status}`);
      return logIn(username);
    },
    async another() {
      const replica = await startReplica(config, options);
      others.push(replica);
      return replica;
    },
    async provision(wanted = {}) {
      const request = { organizations: [makeWanted(wanted)], keys: [] };
      const { organizations } = await command((identity) => provision(identity, request, clock ?? (() => new Date())));
      const [made] = organizations;
      const [admin, manager] = made?.users ?? [];
      if (!made || !admin || !manager) throw new Error('nothing was provisioned');
      return { ...made, admin, manager, token: (await logIn(admin.email)).access_token };
    },
    async end() {
      for (const replica of others) await replica.stop();
      await first.stop();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
