import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@qsc/contracts';
import { AppError, makeTokenVerifier } from '@qsc/service-kit';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';

const URLS = { issuer: 'http://issuer.test', audience: 'http://audience.test' };

const pair = () => ({ ...generateKeyPairSync('rsa', { modulusLength: 2_048 }), kid: randomUUID() });

const signToken = ({ privateKey, kid }: ReturnType<typeof pair>): string =>
  jwt.sign({ scope: '', org_id: newId('organization'), kind: 'user', name: 'A', nonce: randomUUID() }, privateKey, {
    algorithm: 'RS256',
    keyid: kid,
    subject: newId('user'),
    expiresIn: 60,
    ...URLS,
  });

const STRANGER = pair();

describe('the token verifier', () => {
  let server: Server;
  let jwksUrl: string;
  let requested = 0;
  let published = [pair()];

  beforeEach(async () => {
    requested = 0;
    published = [pair()];
    server = createServer((_request, response) => {
      requested += 1;
      const keys = published.map(({ publicKey, kid }) => ({ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => server.close());

  const getCode = (verifying: Promise<unknown>): Promise<string> =>
    verifying.then(
      () => 'accepted',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  it('is kept from the true keys by no number of made-up ones, and asks for the key set once for all of them', async () => {
    const verifier = makeTokenVerifier({ jwksUrl, ...URLS, now: () => 0 });
    const forged = await Promise.all(
      Array.from({ length: 100 }, () => getCode(verifier.verify(signToken({ ...STRANGER, kid: randomUUID() })))),
    );
    expect(new Set(forged)).to.deep.equal(new Set(['unauthorized']));
    expect(requested).to.equal(1);
    expect(await getCode(verifier.verify(signToken(published[0]!)))).to.equal('accepted');
  });

  it('takes a new key from the moment that it is notified of a change', async () => {
    const verifier = makeTokenVerifier({ jwksUrl, ...URLS, now: () => 0 });
    expect(await getCode(verifier.verify(signToken(published[0]!)))).to.equal('accepted');
    const fresh = pair();
    published.push(fresh);
    expect(await getCode(verifier.verify(signToken(fresh)))).to.equal('unauthorized');
    verifier.flush();
    expect(await getCode(verifier.verify(signToken(fresh)))).to.equal('accepted');
  });

  it('finds a new key by itself when a second has passed since it asked', async () => {
    let now = 0;
    const verifier = makeTokenVerifier({ jwksUrl, ...URLS, now: () => now });
    expect(await getCode(verifier.verify(signToken(published[0]!)))).to.equal('accepted');
    const fresh = pair();
    published.push(fresh);
    now = 1_000;
    expect(await getCode(verifier.verify(signToken(fresh)))).to.equal('unauthorized');
    now = 1_001;
    expect(await getCode(verifier.verify(signToken(fresh)))).to.equal('accepted');
  });

  it('says that it cannot tell while the key set cannot be had', async () => {
    const verifier = makeTokenVerifier({ jwksUrl: 'http://127.0.0.1:9', ...URLS });
    expect(await getCode(verifier.verify(signToken(published[0]!)))).to.equal('service_unavailable');
  });
});
