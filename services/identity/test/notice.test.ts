import { identityDefinition, makeGrpcClient, makeTokenVerifier } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import {
  AUDIENCE,
  decodeClaims,
  ISSUER,
  PASSWORD,
  startUnderTest,
  type Tenant,
  type UnderTest,
} from './identity-under-test.ts';
import { startMuteWatch, startWatch } from './watching.ts';

describe('what watchers hear', () => {
  let identity: UnderTest;
  let tenant: Tenant;

  before(async () => {
    identity = await startUnderTest();
    tenant = await identity.provision();
  });

  after(() => identity.end());

  const endSession = async (): Promise<{ sid: string; claims: object }> => {
    const { access_token } = await identity.logIn(tenant.manager.email);
    expect((await identity.api.as(access_token).post('/auth/logout')).status).to.equal(204);
    const claims = decodeClaims(access_token).payload;
    return { sid: claims.sid, claims };
  };

  it('is a revocation before its caller hears of it', async () => {
    const watches = await Promise.all([startWatch(identity.grpc), startWatch(identity.grpc)]);
    try {
      const { sid } = await endSession();
      for (const { revocations } of watches) expect(revocations.map(({ id }) => id)).to.include(sid);
    } finally {
      for (const { watch } of watches) watch.close();
    }
  });

  it('is a snapshot first, with what was revoked while nobody listened', async () => {
    const { claims } = await endSession();
    const heard = await startWatch(identity.grpc);
    expect(heard.refuses(claims)).to.equal(true);
    expect(heard.revocations).to.have.length(0);
    heard.watch.close();
  });

  it('keeps nobody waiting longer than a silent watcher may trust what it knows, and cuts that one off', async () => {
    const mute = await startMuteWatch(identity.grpc);
    await endSession();
    await eventually('the silent watcher is cut off', mute.hasEnded);
    const reported = mute.notices.findIndex(({ revocation }) => revocation);
    expect(reported, 'the notice that it was silent on').to.be.at.least(0);
    // Its heartbeats come each second by the same event loop, so they tell the time on a slow machine too.
    expect(mute.notices.slice(reported).filter(({ heartbeat }) => heartbeat)).to.have.length.at.most(4);
  });

  it('does not wait for a watcher that has left, however long it would', async () => {
    const patient = await startUnderTest(undefined, {}, { cutMs: 3_600_000 });
    try {
      const { manager } = await patient.provision();
      const mute = await startMuteWatch(patient.grpc);
      const { access_token } = await patient.logIn(manager.email);
      const leaving = patient.api.as(access_token).post('/auth/logout');
      await eventually('it was told', () => mute.notices.some(({ revocation }) => revocation));
      mute.cancel();
      expect((await leaving).status).to.equal(204);
      expect(
        (await patient.api.as((await patient.logIn(manager.email)).access_token).post('/auth/logout')).status,
      ).to.equal(204);
    } finally {
      await patient.end();
    }
  });

  it('comes with a heartbeat each second', async () => {
    const mute = await startMuteWatch(identity.grpc);
    await eventually('two heartbeats', () => mute.notices.filter(({ heartbeat }) => heartbeat).length >= 2);
    mute.cancel();
  });

  describe('with several replicas', () => {
    it('reaches the watchers of the other replica before the answer, and is refused there at once', async () => {
      const other = await identity.another();
      const heard = await startWatch(other.grpc);
      try {
        const { access_token } = await identity.logIn(tenant.manager.email);
        expect((await other.api.as(access_token).get('/v1/me')).status).to.equal(200);
        await identity.api.as(access_token).post('/auth/logout');
        const { sid } = decodeClaims(access_token).payload;
        expect(heard.revocations.map(({ id }) => id)).to.include(sid);
        expect((await other.api.as(access_token).get('/v1/me')).status).to.equal(401);
      } finally {
        heard.watch.close();
        await other.stop();
      }
    });

    it('does not wait for a replica that has stopped', async () => {
      const other = await identity.another();
      await other.stop();
      const connection = await mongoose.createConnection(identity.config.MONGODB_URI).asPromise();
      const database = connection.getClient().db(`${identity.config.MONGODB_DATABASE_PREFIX}identity`);
      expect(await database.collection('replica').countDocuments(), 'replicas to wait for').to.equal(1);
      await connection.close();
      await endSession();
    });

    it('goes on at the other replica for a service that loses its own, with what it missed', async () => {
      const other = await identity.another();
      const [first, second] = [other.service.grpcPort, identity.service.grpcPort];
      const address = `ipv4:127.0.0.1:${first},127.0.0.1:${second}`;
      const target = { address, name: 'identity', definition: identityDefinition() };
      const client = makeGrpcClient(target, { name: 'test', secret: identity.config.MESH_SECRET });
      const heard = await startWatch(client);
      try {
        const lost = other.service.stop();
        const { claims } = await endSession();
        await lost;
        await eventually('the watch stands again', () => heard.watch.isFresh() && heard.refuses(claims));
      } finally {
        heard.watch.close();
        client.close();
      }
    });

    it('counts login failures together', async () => {
      const target = await identity.provision();
      const other = await identity.another();
      const fail = (api: typeof other.api) =>
        api.post('/auth/login', { username: target.manager.email, password: 'wrong wrong wrong' });
      for (let failure = 0; failure < 5; failure += 1) await fail(failure % 2 ? other.api : identity.api);
      expect((await fail(other.api)).status).to.equal(429);
      await other.stop();
    });

    it('verifies the tokens of either replica by either key set', async () => {
      const other = await identity.another();
      const verifier = makeTokenVerifier({
        jwksUrl: `${other.url}/.well-known/jwks.json`,
        issuer: ISSUER,
        audience: AUDIENCE,
      });
      const { access_token } = await identity.logIn(tenant.manager.email, PASSWORD);
      expect((await verifier.verify(access_token)).sub).to.equal(tenant.manager.id);
      await other.stop();
    });
  });
});
