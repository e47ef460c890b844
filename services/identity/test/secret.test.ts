import { createHash, randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { makePasswords, OWASP_COSTS } from '../src/password/password-hash.ts';
import { makeBrowser } from './browser.ts';
import { ISSUER, PASSWORD, startUnderTest, type Tenant, type UnderTest } from './identity-under-test.ts';

describe('secrets', () => {
  let identity: UnderTest;
  let tenant: Tenant;

  before(async () => {
    identity = await startUnderTest();
    tenant = await identity.provision();
  });

  after(() => identity.end());

  /** Everything that the service's database holds, as text. */
  const dump = async (): Promise<string> => {
    const connection = await mongoose.createConnection(identity.config.MONGODB_URI).asPromise();
    try {
      const database = connection.getClient().db(`${identity.config.MONGODB_DATABASE_PREFIX}identity`);
      const collections = await database.listCollections().toArray();
      const documents = await Promise.all(collections.map(({ name }) => database.collection(name).find({}).toArray()));
      return JSON.stringify(documents);
    } finally {
      await connection.close();
    }
  };

  const codeFlow = async (): Promise<string[]> => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = new URLSearchParams({
      client_id: 'qsc-web',
      response_type: 'code',
      redirect_uri: 'https://app.test/callback',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const browser = makeBrowser(ISSUER, identity.url);
    const back = await browser.submit(await browser.get(`${ISSUER}/oauth/authorize?${query}`), {
      username: tenant.manager.email,
      password: PASSWORD,
    });
    const code = back.url.searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', client_id: 'qsc-web', code, code_verifier: verifier };
    const body = new URLSearchParams({ ...fields, redirect_uri: 'https://app.test/callback' });
    const response = await fetch(`${identity.url}/oauth/token`, { method: 'POST', body });
    const tokens = (await response.json()) as { access_token: string; refresh_token: string };
    return [code, tokens.access_token, tokens.refresh_token];
  };

  it('are nowhere in the database: passwords, client secrets, API keys, codes, tokens, private keys', async () => {
    const first = await identity.logIn(tenant.manager.email);
    const { body: second } = await identity.api.post('/auth/refresh', { refresh_token: first.refresh_token });
    const headers = { 'idempotency-key': 'secret-once' };
    const admin = identity.api.as(tenant.token);
    const key = await admin.post('/v1/api-keys', { name: 'k', scopes: ['entities:read'] }, { headers });
    const app = await admin.post(
      '/v1/oauth-applications',
      { name: 'a', scopes: ['entities:read'] },
      { headers: { 'idempotency-key': 'app-once' } },
    );
    const user = { email: 'secret@users.test', name: 'S', role: 'viewer', password: 'a very secret password' };
    await admin.post('/v1/users', user, { headers: { 'idempotency-key': 'user-once' } });
    const stored = await dump();
    const secrets = [
      PASSWORD,
      user.password,
      tenant.api_key,
      tenant.test_api_key,
      tenant.client_secret,
      key.body.data.key,
      app.body.data.client_secret,
      first.access_token,
      first.refresh_token,
      second.access_token,
      second.refresh_token,
      ...(await codeFlow()),
    ];
    for (const secret of secrets) {
      expect(secret).to.be.a('string').with.length.of.at.least(12);
      expect(stored.includes(secret)).to.equal(false);
    }
    const after = await dump();
    for (const secret of secrets) expect(after.includes(secret)).to.equal(false);
    expect(after).to.not.match(/PRIVATE KEY|"d":|"dp":/);
    expect(after).to.contain('signing_key').and.contain('$argon2id$');
    expect(identity.config.IDENTITY_ENCRYPTION_KEY.length).to.be.above(40);
    expect(after.includes(identity.config.IDENTITY_ENCRYPTION_KEY)).to.equal(false);
  });

  it('keep their hashes out of events and stored answers', async () => {
    const connection = await mongoose.createConnection(identity.config.MONGODB_URI).asPromise();
    const database = connection.getClient().db(`${identity.config.MONGODB_DATABASE_PREFIX}identity`);
    const answers = JSON.stringify(await database.collection('idempotency').find({}).toArray());
    const events = JSON.stringify(await database.collection('outbox').find({}).toArray());
    await connection.close();
    expect(answers)
      .to.contain('secret@users.test')
      .and.not.match(/argon2|secret_hash|password_hash/);
    expect(events).to.not.match(/argon2|secret_hash|password_hash/);
  });

  it('are hashed with argon2id at the costs that OWASP asks for', async () => {
    const hash = await makePasswords().hash(PASSWORD);
    expect(hash).to.contain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(OWASP_COSTS).to.deep.equal({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(await makePasswords().verify(hash, PASSWORD)).to.equal(true);
    expect(await makePasswords().verify(hash, `${PASSWORD}!`)).to.equal(false);
  });

  it('take the same work to refuse whether the user exists or not, and leave the event loop free', async () => {
    const checked: string[] = [];
    const passwords = makePasswords(OWASP_COSTS, (stored, ...secret) => {
      checked.push(String(stored));
      return verify(stored, ...secret);
    });
    const hash = await passwords.hash(PASSWORD);
    for (const stored of [hash, null]) expect(await passwords.verify(stored, 'wrong')).to.equal(false);
    /** What argon2 takes its costs from, and how much it has to make. */
    const readWork = (stored = '') => [stored.split('$').slice(1, 4), stored.length];
    expect(checked).to.have.length(2);
    expect(readWork(checked[1])).to.deep.equal(readWork(checked[0]));
    let [turns, isRunning] = [0, true];
    const turn = () => {
      turns += 1;
      if (isRunning) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(Array.from({ length: 20 }, (_, index) => passwords.verify(index % 2 ? hash : null, 'wrong')));
    isRunning = false;
    expect(turns, 'turns of the event loop meanwhile').to.be.above(0);
  });
});
