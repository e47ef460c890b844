import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { makeTokenVerifier } from '@qsc/service-kit';
import { dropDatabases, type EventTap, eventually, tapEvents, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { currentKey, dropSpent, firstRing, isDue, rotate } from '../src/signing-key/key-ring.ts';
import {
  AUDIENCE,
  decodeClaims,
  ISSUER,
  makeConfig,
  startReplica,
  startUnderTest,
  type Tenant,
  type UnderTest,
} from './identity-under-test.ts';
import { toEnvironment } from './to-environment.ts';
import { startWatch } from './watching.ts';

const run = promisify(execFile);
const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const ROTATE = new URL('../src/rotate-signing-key.ts', import.meta.url).pathname;

const HOUR_MS = 3_600_000;

const key = (kid: string) => ({ kid, public_jwk: { kty: 'RSA', n: 'n', e: 'e' }, sealed_private: 'sealed' });
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
const listStates = (ring: ReturnType<typeof firstRing>) => ring.keys.map(({ kid, state }) => `${kid}:${state}`);

describe('the key ring', () => {
  it('publishes each key before it signs and after it has signed', () => {
    const ring = firstRing(key('a'), key('b'), at(0));
    expect(listStates(ring)).to.deep.equal(['a:current', 'b:next']);
    const second = rotate(ring, key('c'), at(1));
    expect(listStates(second)).to.deep.equal(['a:retiring', 'b:current', 'c:next']);
    expect(currentKey(second).kid).to.equal('b');
    expect(second.version).to.equal(2);
  });

  it('keeps a retiring key until its last token has expired', () => {
    const ring = rotate(firstRing(key('a'), key('b'), at(0)), key('c'), at(1));
    expect(dropSpent(ring, at(2))).to.equal(null);
    const left = dropSpent(ring, new Date(at(2).getTime() + 61_000));
    expect(left && listStates(left)).to.deep.equal(['b:current', 'c:next']);
  });

  it('is due when the current key has signed for its days', () => {
    const ring = firstRing(key('a'), key('b'), at(0));
    expect(isDue(ring, 90, at(90 * 24 - 1))).to.equal(false);
    expect(isDue(ring, 90, at(90 * 24))).to.equal(true);
  });
});

describe('signing keys', () => {
  let identity: UnderTest;
  let tenant: Tenant;
  let tap: EventTap;
  const now = new Date();

  before(async () => {
    identity = await startUnderTest(() => now);
    tap = await tapEvents(identity.environment.amqpUrl);
    tenant = await identity.provision();
  });

  after(async () => {
    await tap.close();
    await identity.end();
  });

  const readKid = async () =>
    decodeClaims((await identity.logIn(tenant.manager.email)).access_token).header.kid as string;

  const published = async (): Promise<string[]> =>
    (await identity.api.get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);

  const rotateByCommand = async (): Promise<string> => {
    const { stdout } = await run(process.execPath, [ROTATE], { env: toEnvironment(identity.config) });
    return JSON.parse(stdout).kid;
  };

  it('are rotated on demand to the key that was published before', async () => {
    const [before, keys] = [await readKid(), await published()];
    const kid = await rotateByCommand();
    expect(kid).to.not.equal(before);
    expect(keys).to.include(kid);
    await eventually('the new key signs', async () => (await readKid()) === kid);
    expect(await published())
      .to.include.members([before, kid])
      .and.have.length(3);
    const event = await tap.next(
      'the rotation',
      ({ type, subject }) => type === 'identity.signing-key.rotated.v1' && subject === kid,
    );
    expect(event.orgid).to.equal('org_platform');
    expect(JSON.stringify(event)).to.not.contain('PRIVATE');
  });

  it('change without a refused request: old and new tokens are taken throughout', async () => {
    const verifier = makeTokenVerifier({
      jwksUrl: `${identity.url}/.well-known/jwks.json`,
      issuer: ISSUER,
      audience: AUDIENCE,
    });
    const heard = await startWatch(identity.grpc, [{ onKeysChanged: verifier.flush }]);
    const credentials = {
      grant_type: 'client_credentials',
      client_id: tenant.client_id,
      client_secret: tenant.client_secret,
    };
    const tokens: string[] = [];
    const seen = new Set<string>();
    let rotating = true;
    const call = async (): Promise<void> => {
      while (rotating) {
        const response = await fetch(`${identity.url}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams(credentials),
        });
        const { access_token } = (await response.json()) as { access_token: string };
        tokens.push(access_token);
        seen.add(decodeClaims(access_token).header.kid);
        await verifier.verify(access_token);
        await verifier.verify(tokens[0]!);
        expect((await identity.api.as(access_token).get('/v1/me')).status).to.equal(200);
      }
    };
    try {
      const callers = [call(), call(), call()];
      for (let rotation = 0; rotation < 3; rotation += 1) {
        const kid = await Promise.race([
          identity.command(({ keys }) => keys.rotate()),
          ...callers.map((caller) => caller.then(() => '')),
        ]);
        await eventually('a token of the new key', () => seen.has(kid));
      }
      rotating = false;
      await Promise.all(callers);
      expect(seen.size).to.be.at.least(4);
      for (const token of tokens) await verifier.verify(token);
      expect(heard.keyChanges()).to.be.at.least(3);
    } finally {
      rotating = false;
      heard.watch.close();
    }
  });

  it('are made once when two replicas start for the first time at once', async () => {
    const environment = testEnvironment();
    const config = makeConfig(environment);
    const replicas = await Promise.all([startReplica(config), startReplica(config)]);
    try {
      const [first, second] = await Promise.all(replicas.map(({ api }) => api.get('/.well-known/jwks.json')));
      expect(second!.body).to.deep.equal(first!.body);
      expect(first!.body.keys).to.have.length(2);
    } finally {
      for (const replica of replicas) await replica.stop();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    }
  });

  it('cannot be opened with another encryption key, and the start says so', async () => {
    const config = { ...identity.config, IDENTITY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
    const outcome = await run(process.execPath, [MAIN], { env: toEnvironment(config) }).catch((error) => error);
    expect(outcome.code).to.equal(1);
    expect(outcome.stdout).to.contain('IDENTITY_ENCRYPTION_KEY').and.not.contain(config.IDENTITY_ENCRYPTION_KEY);
  });

  it('are sealed again by a new encryption key, after which the former one can go', async () => {
    const [former, fresh] = [identity.config.IDENTITY_ENCRYPTION_KEY, Buffer.alloc(32, 2).toString('base64')];
    const rotated = { ...identity.config, IDENTITY_ENCRYPTION_KEY: fresh };
    const kids = await published();
    await (await startReplica({ ...rotated, IDENTITY_ENCRYPTION_FORMER_KEYS: [former] })).stop();
    const replica = await startReplica(rotated);
    try {
      const { body } = await replica.api.get('/.well-known/jwks.json');
      expect(body.keys.map(({ kid }: { kid: string }) => kid)).to.have.members(kids);
    } finally {
      await replica.stop();
      await (await startReplica({ ...identity.config, IDENTITY_ENCRYPTION_FORMER_KEYS: [fresh] })).stop();
    }
  });

  it('are known to every replica at once, whichever token it is shown', async () => {
    const other = await identity.another();
    await identity.command(({ keys }) => keys.rotate());
    const kid = await eventually('the other replica signs by the new key', async () => {
      const { body } = await other.api.post('/auth/login', {
        username: tenant.manager.email,
        password: 'correct horse battery',
      });
      const signed = decodeClaims(body.access_token).header.kid as string;
      return (
        (await published()).includes(signed) &&
        (await identity.api.as(body.access_token).get('/v1/me')).status === 200 &&
        signed
      );
    });
    expect(kid).to.be.a('string');
  });
});

describe('keys that may be known to others', () => {
  it('are all replaced at once, and no token of before is taken any longer', async () => {
    const identity = await startUnderTest();
    const tenant = await identity.provision();
    const verifier = makeTokenVerifier({
      jwksUrl: `${identity.url}/.well-known/jwks.json`,
      issuer: ISSUER,
      audience: AUDIENCE,
    });
    const heard = await startWatch(identity.grpc, [{ onKeysChanged: verifier.flush }]);
    try {
      await verifier.verify(tenant.token);
      await identity.command(({ keys }) => keys.replaceAll());
      const outcome = await verifier.verify(tenant.token).catch((error) => error);
      expect(outcome).to.have.property('code', 'unauthorized');
      expect((await identity.api.as(tenant.token).get('/v1/me')).status).to.equal(401);
      await verifier.verify((await identity.logIn(tenant.admin.email)).access_token);
    } finally {
      heard.watch.close();
      await identity.end();
    }
  });

  it('are all replaced also while the ring changes otherwise', async () => {
    const identity = await startUnderTest();
    const published = async (): Promise<string[]> =>
      (await identity.api.get('/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);
    try {
      const before = await published();
      const signs = await identity.command(async ({ keys }) => {
        let done = false;
        const replaced = keys.replaceAll().finally(() => {
          done = true;
        });
        while (!done) await keys.rotate();
        return replaced;
      });
      const left = await published();
      expect(left.filter((kid) => before.includes(kid))).to.deep.equal([]);
      expect(left).to.include(signs);
    } finally {
      await identity.end();
    }
  });

  it('are published no longer by a replica that has not heard of it yet', async () => {
    const identity = await startUnderTest(undefined, {}, { maintainMs: HOUR_MS });
    const connection = await mongoose.createConnection(identity.config.MONGODB_URI).asPromise();
    try {
      const rings = connection
        .getClient()
        .db(`${identity.config.MONGODB_DATABASE_PREFIX}identity`)
        .collection<{ keys: { state: string }[] }>('signing_key_ring');
      const withdrawal = { $pull: { keys: { state: 'next' } }, $inc: { version: 1 } };
      await rings.updateOne({}, withdrawal, { writeConcern: { w: 'majority' } });
      // A slow database may not answer in time for a while.
      await eventually('one key is published', async () => {
        const { body } = await identity.api.get('/.well-known/jwks.json');
        return body.keys.length === 1;
      });
    } finally {
      await connection.close();
      await identity.end();
    }
  });
});

describe('scheduled rotation', () => {
  it('rotates when the days have passed and drops the old key when its last token has expired', async () => {
    let now = new Date();
    const identity = await startUnderTest(() => now, { SIGNING_KEY_DAYS: 30 });
    const restart = async () => {
      const replica = await identity.another();
      const { body } = await replica.api.get('/.well-known/jwks.json');
      await replica.stop();
      return body.keys.map(({ kid }: { kid: string }) => kid) as string[];
    };
    try {
      const first = await restart();
      now = new Date(now.getTime() + 31 * 86_400_000);
      const second = await restart();
      expect(second).to.include.members(first).and.have.length(3);
      now = new Date(now.getTime() + 3_700_000);
      const third = await restart();
      expect(third).to.have.length(2).and.not.include(first[0]);
    } finally {
      await identity.end();
    }
  });
});
