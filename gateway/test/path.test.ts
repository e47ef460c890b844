import { expect } from 'chai';
import { isPlainPath } from '../src/routing/request-path.ts';
import { expectCoded, sendRaw } from './raw-http.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

describe('paths', () => {
  let setting: Setting;
  let token: string;

  before(async () => {
    setting = await startSetting();
    token = setting.identity.token({ orgId: newOrganization() });
  });
  after(() => setting.stop());
  beforeEach(() => {
    for (const service of Object.values(setting.services)) service.seen.length = 0;
  });

  const seen = () => Object.values(setting.services).flatMap((service) => service.seen);

  const get = (path: string, lines: string[] = [], method = 'GET') =>
    sendRaw(
      setting.url,
      [
        `${method} ${path} HTTP/1.1`,
        'Host: api',
        'Connection: close',
        `Authorization: Bearer ${token}`,
        ...lines,
        '',
        '',
      ].join('\r\n'),
    );

  const TRICKS = [
    '/v1/entities/../audit-logs',
    '/v1/../v1/audit-logs',
    '/v1/./entities',
    '/v1/entities/.',
    '/v1/entities/..',
    '/v1//entities',
    '//v1/entities',
    '/v1/entities//x',
    '/v1/entities/%2e%2e/audit-logs',
    '/v1/entities/%2E%2E/audit-logs',
    '/v1/entities/.%2e/audit-logs',
    '/v1/%2e%2e/livez',
    '/v1/entities%2faudit-logs',
    '/v1/entities%2Faudit-logs',
    '/v1/entities/x%5c..%5caudit-logs',
    '/v1/entities/x%00',
    '/v1/entities/x%0d%0aX-Edge-Client:%20y',
    '/v1/%65ntities',
    '/v1/entities/x/%72estore',
    '/v1/entities/%252e%252e/../x',
    '/v1/entities/%',
    '/v1/entities/%zz',
    '/v1/entities\\..\\audit-logs',
    '/v1/entities#/../audit-logs',
    '/%76%31/entities',
    'http://elsewhere.example/v1/entities',
    'v1/entities',
  ];
  for (const path of TRICKS)
    it(`refuses ${path}`, async () => {
      const answer = await get(path);
      expect(answer.status).to.equal(400);
      expect(expectCoded(answer).code).to.equal('invalid_request');
      expect(seen()).to.have.length(0);
    });

  const PLAIN = [
    '/v1/entities/ent_01',
    '/v1/entities/a%20b',
    '/v1/entities/%C3%A9',
    '/v1/entities/a.b',
    '/v1/entities/..a',
    '/v1/entities/x:y',
  ];
  for (const path of PLAIN)
    it(`hands on ${path} as it stands`, async () => {
      expect((await get(path)).status).to.equal(200);
      expect(seen().map(({ url }) => url)).to.deep.equal([path]);
    });

  it('hands on the query as it stands', async () => {
    await get('/v1/entities?name=a%2Fb&name=..%2f&x=//&attributes.a.b=1');
    expect(seen()[0]?.url).to.equal('/v1/entities?name=a%2Fb&name=..%2f&x=//&attributes.a.b=1');
  });

  it('knows a path by its whole first segment', async () => {
    for (const path of ['/v1/entitiesx', '/v1/entities-all/x', '/v1', '/v1/', '/v1/ENTITIES'])
      expect((await get(path)).status, path).to.equal(404);
    expect(seen()).to.have.length(0);
  });

  it('asks for a credential on every path under /v1 but the description', async () => {
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/openapi.json/x', '/v1/entities'])
      expect((await setting.anonymous.get(path)).status, path).to.equal(401);
    expect((await setting.anonymous.get('/v1/openapi.json')).status).to.equal(200);
  });

  it('answers 404 elsewhere', async () => {
    for (const path of ['/', '/v2/entities', '/openapi.json', '/metrics']) {
      const answer = await setting.anonymous.get(path);
      expect([answer.status, answer.body.error.code], path).to.deep.equal([404, 'not_found']);
    }
  });

  it('has no path that is plain and yet changes when it is resolved', () => {
    const parts = ['a', '.', '..', '%2e', '%2F', '%5C', '', '%41', '%20', '%', ';', '\\', '#'];
    for (const first of parts)
      for (const second of parts) {
        const path = `/v1/${first}/${second}`;
        if (isPlainPath(path)) expect(new URL(path, 'http://host').pathname).to.equal(path);
      }
  });
});
