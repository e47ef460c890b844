import { expect } from 'chai';
import { startUnderTest, type UnderTest } from './identity-under-test.ts';

describe('the metrics of the identity service', () => {
  let identity: UnderTest;

  before(async () => {
    identity = await startUnderTest();
  });
  after(() => identity.end());

  it('are on a port of their own, since its HTTP faces clients', async () => {
    expect((await identity.api.get('/metrics')).status).to.equal(404);
    const answer = await fetch(`http://127.0.0.1:${identity.service.metricsPort}/metrics`);
    expect(answer.status).to.equal(200);
    expect(await answer.text()).to.include('http_request_duration_seconds');
    expect((await fetch(`http://127.0.0.1:${identity.service.metricsPort}/.well-known/jwks.json`)).status).to.equal(
      404,
    );
  });
});
