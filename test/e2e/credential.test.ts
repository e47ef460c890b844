import { SCOPES } from '@qsc/contracts';
import type { ApiAnswer } from '@qsc/test-kit';
import { expect } from 'chai';
import { clientToken, logIn, makeClient, readDemo } from './demo.ts';

describe('credentials and limits at the gateway', () => {
  const demo = readDemo();

  it('takes an API key, a client-credentials token and a user token', async () => {
    const answered = await clientToken(demo);
    const token = (await answered.json()) as {
      access_token: string;
      token_type: string;
      expires_in: number;
      scope: string;
    };
    expect(token).to.include({ token_type: 'Bearer', expires_in: 3600 });
    expect(token.scope.split(' ')).to.have.members([...SCOPES]);
    const { access_token } = await logIn(demo, 'auditor');
    for (const credential of [demo.api_key, token.access_token, access_token]) {
      const answer = await makeClient(demo, credential).get('/v1/entities');
      expect(answer.status).to.equal(200);
      expect(answer.body).to.have.keys(['data', 'meta']);
    }
  });

  it('holds a role to what it may do, whatever the scopes of the login', async () => {
    const { access_token } = await logIn(demo, 'viewer');
    const answer = await makeClient(demo, access_token).post('/v1/entities', { type: 'product', name: 'X' });
    expect([answer.status, answer.body.error.code]).to.deep.equal([403, 'forbidden']);
  });

  it('refuses a revoked key on the next request', async () => {
    const admin = makeClient(demo, demo.api_key);
    const created = await admin.post('/v1/api-keys', { name: 'revoked', scopes: ['entities:read'] });
    const { id, key } = created.body.data;
    const holder = makeClient(demo, key);
    expect((await holder.get('/v1/entities')).status).to.equal(200);
    expect((await admin.delete(`/v1/api-keys/${id}`)).status).to.equal(204);
    expect((await holder.get('/v1/entities')).status).to.equal(401);
  });

  it('asks for a reason from the moment that strict mode is on', async () => {
    const [organization] = demo.tiers.filter(({ tier }) => tier === 'enterprise');
    const admin = makeClient(demo, organization?.api_key ?? '');
    const body = { type: 'product', name: 'Strict' };
    expect((await admin.post('/v1/entities', body)).status).to.equal(201);
    expect((await admin.patch('/v1/organization', { settings: { strict_mode: true } })).status).to.equal(200);
    const refused = await admin.post('/v1/entities', body);
    expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'reason_required']);
    expect((await admin.patch('/v1/organization', { settings: { strict_mode: false } })).status).to.equal(200);
    expect((await admin.post('/v1/entities', body)).status).to.equal(201);
  });

  it('refuses a free organisation that asks too often, and says when to come again', async () => {
    const free = demo.tiers.find(({ tier }) => tier === 'free');
    const api = makeClient(demo, free?.api_key ?? '');
    const refused: ApiAnswer[] = [];
    // Ten in a second or sixty in a minute, whichever this machine reaches first.
    while (refused.length === 0) {
      const answers = await Promise.all(Array.from({ length: 15 }, () => api.get('/v1/entities')));
      for (const answer of answers) {
        expect(answer.status).to.be.oneOf([200, 429]);
        if (answer.status === 429) refused.push(answer);
      }
    }
    for (const { body, headers } of refused) {
      expect(body.error.code).to.equal('rate_limit_exceeded');
      expect(Number(headers.get('retry-after')))
        .to.equal(body.error.retry_after)
        .and.be.at.least(1);
      expect(headers.get('x-ratelimit-limit')).to.equal('60');
    }
  });
});
