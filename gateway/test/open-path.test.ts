import { apiClient } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Setting, startSetting } from './setting.ts';

const CALLBACK = '/v1/integrations/callback?code=abc&state=xyz';

describe('paths that need no credential', () => {
  let setting: Setting;

  before(async () => {
    setting = await startSetting({ config: () => ({ ANONYMOUS_REQUESTS_PER_MINUTE: 40, ANONYMOUS_BURST: 40 }) });
  });
  after(() => setting.stop());
  beforeEach(() => {
    for (const service of Object.values(setting.services)) service.seen.length = 0;
  });

  const reached = () => setting.services.integration.seen;

  it('reach the service with their query and body, and with no credential', async () => {
    expect((await setting.anonymous.get(CALLBACK)).status).to.equal(200);
    const message = await setting.anonymous.post('/v1/integrations/webhooks/veeva_vault', '{"message": 1}');
    expect(message.status).to.equal(200);
    expect(reached().map(({ method, url, body }) => [method, url, body])).to.deep.equal([
      ['GET', CALLBACK, ''],
      ['POST', '/v1/integrations/webhooks/veeva_vault', '{"message": 1}'],
    ]);
    for (const { headers } of reached()) expect(headers).to.not.have.property('authorization');
  });

  it('take no notice of a credential, good or bad', async () => {
    for (const token of ['nonsense', setting.identity.token({ orgId: 'org_1' })]) {
      expect((await apiClient(setting.url, token).get(CALLBACK)).status).to.equal(200);
      expect(reached().at(-1)?.headers).to.not.have.property('authorization');
    }
  });

  const CLOSED: [string, string][] = [
    ['POST', '/v1/integrations/callback'],
    ['GET', '/v1/integrations/callback/more'],
    ['GET', '/v1/integrations/webhooks/veeva_vault'],
    ['POST', '/v1/integrations/webhooks'],
    ['POST', '/v1/integrations/webhooks/veeva_vault/more'],
    ['GET', '/v1/integrations/connections'],
  ];
  for (const [method, path] of CLOSED)
    it(`are not ${method} ${path}`, async () => {
      const answer = method === 'GET' ? await setting.anonymous.get(path) : await setting.anonymous.post(path, {});
      expect(answer.status).to.equal(401);
      expect(reached()).to.have.length(0);
    });

  it('count against the address', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 45; request += 1) statuses.push((await setting.anonymous.get(CALLBACK)).status);
    expect(statuses).to.include(429);
    expect(reached().length).to.be.below(45);
  });
});
