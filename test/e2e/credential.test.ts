import { expect } from 'chai';
import { makeClient, readDemo } from './demo.ts';

describe('the gateway', () => {
  const demo = readDemo();

  it('refuses a revoked key on the next request', async () => {
    const admin = makeClient(demo, demo.api_key);
    const created = await admin.post('/v1/api-keys', { name: 'revoked', scopes: ['entities:read'] });
    const { id, key } = created.body.data;
    const holder = makeClient(demo, key);
    expect((await holder.get('/v1/entities')).status).to.equal(200);
    expect((await admin.delete(`/v1/api-keys/${id}`)).status).to.equal(204);
    expect((await holder.get('/v1/entities')).status).to.equal(401);
  });
});
