import { apiClient, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSetting } from './setting.ts';

const CALLBACK = '/v1/integrations/callback?code=abc&state=xyz';
const INBOUND = '/v1/integrations/webhooks/veeva_vault';

describe('what needs no credential', () => {
  const setting = startBeforeTests(() =>
    startSetting({
      config: () => ({ ANONYMOUS_REQUESTS_PER_MINUTE: 1_000, ANONYMOUS_BURST: 5 }),
      clock: () => now,
    }),
  );
  beforeEach(() => {
    now += 120_000;
    setting.services.integration.seen.length = 0;
  });

  let now = 1_800_000_000_000;

  const send = (path: string, init: RequestInit = {}) => fetch(`${setting.url}${path}`, { method: 'POST', ...init });
  const seen = () => setting.services.integration.seen;

  it('goes to its service as it came: the body byte by byte, the signed headers, and no credential', async () => {
    const body = '{ "message_id" : "b\\u0062",\r\n\t"items":[1.0, "ä"]  }\n';
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer somebody',
      'X-VaultAPISignature-VaultId': '1776',
      'X-VaultAPI-SignatureV2': 'c2lnbmF0dXJl',
    };
    expect((await send(INBOUND, { body, headers })).status).to.equal(200);
    expect(seen()).to.have.length(1);
    expect(seen()[0]?.body).to.equal(body);
    expect(seen()[0]?.headers).to.include({
      'x-vaultapisignature-vaultid': '1776',
      'x-vaultapi-signaturev2': 'c2lnbmF0dXJl',
    });
    expect(seen()[0]?.headers.authorization).to.equal(undefined);
  });

  it('goes there whatever the credential, good or bad, and tells it of none', async () => {
    for (const token of ['nonsense', setting.identity.token({ orgId: 'org_1' })]) {
      expect((await apiClient(setting.url, token).get(CALLBACK)).status).to.equal(200);
      expect(seen().at(-1)?.url).to.equal(CALLBACK);
      expect(seen().at(-1)?.headers).to.not.have.property('authorization');
    }
  });

  it('counts against the limit of its address', async () => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => send(INBOUND, { body: '{}' })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 429, 429]);
    expect(answers[0]?.headers.get('x-ratelimit-limit')).to.equal('1000');
    expect(seen()).to.have.length(5);
  });

  for (const path of [
    '/v1/integrations/webhooks',
    '/v1/integrations/webhooks/veeva_vault/more',
    '/v1/integrations/connections',
    '/v1/integrations/webhooks%2Fveeva_vault',
    '/v1/integrations/webhooks/../connections',
    '/v1/webhooks/veeva_vault',
  ])
    it(`is no other path: ${path}`, async () => {
      expect((await send(path, { body: '{}' })).status).to.be.oneOf([400, 401]);
      expect(seen()).to.deep.equal([]);
    });

  it('is a browser that comes back, by GET and at that path alone', async () => {
    const more = CALLBACK.replace('?', '/more?');
    expect([(await send(CALLBACK)).status, (await setting.anonymous.get(more)).status]).to.deep.equal([401, 401]);
    expect(seen()).to.deep.equal([]);
  });

  it('is no other method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await send(INBOUND, { method })).status).to.equal(401);
    expect(seen()).to.deep.equal([]);
  });
});
