import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { newId, SCOPES } from '@qsc/contracts';
import type { ExchangeApiKeyRequest__Output } from '@qsc/contracts/grpc/identity/v1/ExchangeApiKeyRequest';
import type { Organization } from '@qsc/contracts/grpc/identity/v1/Organization';
import type { WatchAck__Output } from '@qsc/contracts/grpc/identity/v1/WatchAck';
import type { WatchNotice } from '@qsc/contracts/grpc/identity/v1/WatchNotice';
import {
  AppError,
  actGrpc,
  identityDefinition,
  makeLog,
  notFound,
  programGrpc,
  startGrpcServer,
  unary,
} from '@qsc/service-kit';
import jwt from 'jsonwebtoken';
import { makeStandInDashboard, type StandInDashboard } from './stand-in-dashboard.ts';
import { makeVerifyPassword } from './stand-in-signing.ts';
import { type ExpiringKey, makeExpiringKeys, makeStandInUsers, type StandInUser } from './stand-in-user.ts';
import type { TokenOptions } from './token-options.ts';

type Claims = Record<string, unknown>;

/**
 * Stands in for the identity service in the tests of another one, where the real one would need a whole organisation for
 * each case: a real key set over HTTP, real RS256 tokens with any claims, the real gRPC contract. The end-to-end tests use
 * the identity service itself.
 */
export type StandInIdentity = {
  issuer: string;
  audience: string;
  grpcAddress: string;
  meshSecret: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  kid: string;
  token(options: TokenOptions): string;
  /** Replaces the key set by a new key and tells the watchers; tokens of the old key are no longer valid. */
  rotateKeys(): Promise<void>;
  setOrganization(organization: Organization & { id: string }): Promise<void>;
  /** Adds a user, or changes the one with the id. */
  setUser(user: StandInUser): void;
  /** Tells of a key that works now and expires. */
  setExpiringKey(orgId: string, key: ExpiringKey): void;
  addApiKey(key: string, options: TokenOptions): void;
  revokeApiKey(key: string, keyId: string): Promise<void>;
  revoke(kind: 'session' | 'application' | 'api_key', id: string): Promise<void>;
  /** The dashboard's sessions, as a test opens them and sees them used. */
  dashboard: StandInDashboard['sessions'];
  stop(): Promise<void>;
};

type Watcher = ServerDuplexStream<WatchAck__Output, WatchNotice>;

const HEARTBEAT_MS = 1_000;
const ACK_MS = 2_000;

const makeWatchers = () => {
  const watchers = new Set<Watcher>();
  const waiting = new Map<number, Map<Watcher, () => void>>();
  let sequence = 0;
  const settle = (watcher: Watcher, upTo?: number) => {
    for (const [number, acks] of waiting) if (upTo === undefined || number === upTo) acks.get(watcher)?.();
  };
  const heartbeat = setInterval(() => {
    for (const watcher of watchers) watcher.write({ heartbeat: { sequence: 0 } });
  }, HEARTBEAT_MS);
  return {
    watch(watcher: Watcher) {
      watchers.add(watcher);
      watcher.write({ snapshot: { revocations: [] } });
      watcher.on('data', (ack: WatchAck__Output) => settle(watcher, ack.sequence));
      const leave = () => {
        watchers.delete(watcher);
        settle(watcher);
      };
      watcher.on('end', () => {
        leave();
        watcher.end();
      });
      watcher.on('cancelled', leave);
      watcher.on('error', leave);
    },
    /** Tells every watcher and resolves when each has acknowledged, or after two seconds. */
    async notify(make: (sequence: number) => WatchNotice): Promise<void> {
      sequence += 1;
      const number = sequence;
      const acks = new Map<Watcher, () => void>();
      waiting.set(number, acks);
      const all = [...watchers].map((watcher) => new Promise<void>((resolve) => acks.set(watcher, resolve)));
      for (const watcher of watchers) watcher.write(make(number));
      await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, ACK_MS).unref())]);
      waiting.delete(number);
    },
    stop() {
      clearInterval(heartbeat);
      for (const watcher of watchers) watcher.end();
    },
  };
};

type SigningKey = { privateKey: KeyObject; publicKey: KeyObject; kid: string };

const makeSigningKey = (): SigningKey => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
  kid: randomUUID(),
});

const serveKeys = async (current: () => SigningKey): Promise<Server> => {
  const server = createServer((_request, response) => {
    const { publicKey, kid } = current();
    const keys = [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** Starts the stand-in on free ports. */
export const startStandInIdentity = async (audience = 'http://127.0.0.1'): Promise<StandInIdentity> => {
  let signing = makeSigningKey();
  const meshSecret = randomUUID() + randomUUID();
  const keys = await serveKeys(() => signing);
  const issuer = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`;
  const organizations = new Map<string, Organization>();
  const apiKeys = new Map<string, TokenOptions>();
  const users = makeStandInUsers();
  const expiring = makeExpiringKeys();
  const watchers = makeWatchers();
  const log = makeLog('stand-in-identity', 'error');

  const token = (options: TokenOptions): string => {
    const { orgId, kind = 'user', role = 'quality_manager', expiresIn = 900 } = options;
    const claims: Claims = {
      sub: options.userId ?? newId(kind === 'user' ? 'user' : 'application'),
      scope: (options.scopes ?? SCOPES).join(' '),
      org_id: orgId,
      kind,
      name: 'Test User',
      ...(kind === 'user' ? { email: 'user@example.test', role, sid: options.sid ?? newId('session') } : {}),
      ...(options.keyId ? { key_id: options.keyId } : {}),
      iss: issuer,
      aud: audience,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + expiresIn,
      ...options.claims,
    };
    return jwt.sign(claims, signing.privateKey, { algorithm: 'RS256', keyid: signing.kid });
  };

  const dashboard = makeStandInDashboard(token);

  const exchange = async ({ api_key }: ExchangeApiKeyRequest__Output) => {
    const options = apiKeys.get(api_key);
    if (!options) throw new AppError('unauthorized', 'The API key is not valid.');
    return {
      access_token: token({ ...options, expiresIn: 300 }),
      expires_at: Math.floor(Date.now() / 1000) + 300,
      org_id: options.orgId,
      api_key_id: options.keyId ?? '',
      user_id: options.userId ?? '',
    };
  };

  const getOrganization = async ({ org_id }: { org_id: string }) => {
    const custom = { id: org_id, name: org_id, tier: 'custom', requests_per_minute: 1_000_000, burst: 100_000 };
    const organization = { time_zone: 'UTC', audit_review_interval_days: 90, ...(organizations.get(org_id) ?? custom) };
    if (organization.name === 'unknown') throw notFound('organisation', org_id);
    return organization;
  };

  const grpc = await startGrpcServer('127.0.0.1:0', { name: 'identity', secret: meshSecret }, [
    {
      definition: identityDefinition(),
      implementation: {
        ExchangeApiKey: unary(log, exchange),
        GetOrganization: unary(log, getOrganization),
        GetUsers: unary(log, users.get),
        ListUsersByRole: unary(log, users.listByRole),
        ListActiveUsers: unary(log, users.listActive),
        ListExpiringApiKeys: unary(log, expiring.list),
        ...dashboard.grpc(log),
        VerifyPassword: unary(log, makeVerifyPassword(users)),
        Watch: watchers.watch,
      },
    },
    programGrpc({ name: 'identity', version: 'stand-in' }, log),
    // What it stands for has committed nothing.
    actGrpc(async function* () {}, log),
  ]);

  const revoke: StandInIdentity['revoke'] = (kind, id) =>
    watchers.notify((sequence) => ({
      revocation: { sequence, kind, id, until: Math.floor(Date.now() / 1000) + 3600 },
    }));

  return {
    issuer,
    audience,
    grpcAddress: `127.0.0.1:${grpc.port}`,
    meshSecret,
    privateKey: signing.privateKey,
    publicKey: signing.publicKey,
    kid: signing.kid,
    token,
    async rotateKeys() {
      signing = makeSigningKey();
      await watchers.notify((sequence) => ({ keys_changed: { sequence } }));
    },
    async setOrganization(organization) {
      organizations.set(organization.id, organization);
      await watchers.notify((sequence) => ({ organization_changed: { sequence, org_id: organization.id } }));
    },
    setUser: users.set,
    setExpiringKey: expiring.set,
    addApiKey: (key, options) => void apiKeys.set(key, options),
    async revokeApiKey(key, keyId) {
      apiKeys.delete(key);
      await revoke('api_key', keyId);
    },
    revoke,
    dashboard: dashboard.sessions,
    async stop() {
      watchers.stop();
      keys.closeAllConnections();
      await new Promise((resolve) => keys.close(resolve));
      await grpc.stop();
    },
  };
};
