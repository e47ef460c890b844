import { expect } from 'chai';
import { isPlainPath } from '../src/routing/request-path.ts';
import { expectCoded, sendRaw } from './raw-http.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

describe('requests at the edge', () => {
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

  describe('methods', () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'OPTIONS'])
      it(`refuses ${method}`, async () => {
        const answer = await get('/v1/entities', [], method);
        expect(answer.status).to.equal(405);
        expect(answer.headers.allow).to.equal('GET, HEAD, POST, PUT, PATCH, DELETE');
        expect(expectCoded(answer).code).to.equal('method_not_allowed');
        expect(seen()).to.have.length(0);
      });

    it('refuses a method that is none', async () => {
      const answer = await get('/v1/entities', [], 'FOO');
      expect([answer.status, expectCoded(answer).code]).to.deep.equal([400, 'invalid_request']);
    });

    it('closes the connection of a tunnel', async () => {
      expect((await get('elsewhere:443', [], 'CONNECT')).text).to.equal('');
    });

    it('hands on the 405 of a service with its Allow header', async () => {
      setting.services.entity.answer = (_request, response) => response.writeHead(405, { Allow: 'GET' }).end('{}');
      const answer = await get('/v1/entities');
      expect([answer.status, answer.headers.allow]).to.deep.equal([405, 'GET']);
      setting.services.entity.answer = (_request, response) => response.end('{}');
    });
  });

  describe('what could be read in two ways', () => {
    const post = (lines: string[], body: string) =>
      [
        `POST /v1/entities HTTP/1.1`,
        'Host: api',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        ...lines,
        '',
        body,
      ].join('\r\n');

    const REFUSED: [name: string, bytes: () => string][] = [
      ['two Authorization headers', () => post([`Authorization: Bearer ${token}`, 'Content-Length: 2'], '{}')],
      [
        'two Authorization headers of which the first is right',
        () => post(['authorization: Bearer other', 'Content-Length: 2'], '{}'),
      ],
      ['two X-Request-Id headers', () => post(['X-Request-Id: a', 'X-Request-Id: b', 'Content-Length: 2'], '{}')],
      [
        'two Idempotency-Key headers',
        () => post(['Idempotency-Key: a', 'Idempotency-Key: a', 'Content-Length: 2'], '{}'),
      ],
      ['two Host headers', () => post(['Host: other', 'Content-Length: 2'], '{}')],
      ['no Host header', () => post(['Content-Length: 2'], '{}').replace('Host: api\r\n', '')],
      ['two Content-Type headers', () => post(['Content-Type: text/plain', 'Content-Length: 2'], '{}')],
      ['two Content-Length headers', () => post(['Content-Length: 2', 'Content-Length: 3'], '{}')],
      ['two alike Content-Length headers', () => post(['Content-Length: 2', 'Content-Length: 2'], '{}')],
      [
        'Content-Length and Transfer-Encoding',
        () => post(['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /v1/audit-logs HTTP/1.1\r\n\r\n'),
      ],
      [
        'Transfer-Encoding and Content-Length',
        () => post(['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'),
      ],
      ['another transfer coding', () => post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n')],
      ['a hidden transfer coding', () => post(['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
      [
        'two Transfer-Encoding headers',
        () => post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      ],
      ['a space before the colon', () => post(['Transfer-Encoding : chunked', 'Content-Length: 2'], '{}')],
      ['a folded header', () => post(['X-Change-Reason: a', ' Transfer-Encoding: chunked', 'Content-Length: 2'], '{}')],
      ['a negative length', () => post(['Content-Length: -1'], '{}')],
      ['a length with a sign', () => post(['Content-Length: +2'], '{}')],
      ['a length in hexadecimal', () => post(['Content-Length: 0x2'], '{}')],
      ['a chunk size that is none', () => post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
      ['a bare line feed in a header', () => post(['X-A: b\nX-Edge-Client: c', 'Content-Length: 2'], '{}')],
      ['a bare carriage return in a header', () => post(['X-A: b\rX-Edge-Client: c', 'Content-Length: 2'], '{}')],
      ['a null byte in a header', () => post(['X-A: b\0c', 'Content-Length: 2'], '{}')],
      [
        'more headers than it reads',
        () => post([...Array.from({ length: 300 }, (_, index) => `X-${index}: a`), 'Content-Length: 2'], '{}'),
      ],
      ['headers that are too large', () => post([`X-A: ${'a'.repeat(20_000)}`, 'Content-Length: 2'], '{}')],
      ['an HTTP version that is none', () => post(['Content-Length: 2'], '{}').replace('HTTP/1.1', 'HTTP/9.9')],
    ];
    for (const [name, bytes] of REFUSED)
      it(`refuses ${name}`, async () => {
        const answer = await sendRaw(setting.url, bytes());
        expect(answer.status).to.equal(400);
        expect(expectCoded(answer).code).to.equal('invalid_request');
        expect(seen().filter(({ body }) => body !== '')).to.deep.equal([]);
      });

    it('reads two requests on one connection as two', async () => {
      const first = post(['Content-Length: 2'], '{}');
      const answer = await sendRaw(setting.url, `${first}${first}`, 2);
      expect(answer.text.match(/HTTP\/1\.1 200/g)).to.have.length(2);
      expect(seen()).to.have.length(2);
    });

    it('hands on a chunked body of a method that seldom has one, framed as it was', async () => {
      const hidden = 'GET /v1/audit-logs HTTP/1.1\r\nHost: x\r\n\r\n';
      const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
      for (const method of ['GET', 'DELETE']) {
        const answer = await sendRaw(
          setting.url,
          post(['Transfer-Encoding: chunked'], chunked).replace('POST', method),
        );
        expect(answer.status, method).to.equal(200);
      }
      expect(seen().map(({ url, body }) => [url, body])).to.deep.equal([
        ['/v1/entities', hidden],
        ['/v1/entities', hidden],
      ]);
    });

    it('does not let Connection name the framing away', async () => {
      const answer = await sendRaw(
        setting.url,
        post(['Connection: close, content-length, host', 'Content-Length: 2'], '{}'),
      );
      expect(answer.status).to.equal(200);
      expect(seen()[0]).to.deep.include({ body: '{}' });
    });

    it('asks for a body only who waits to be asked', async () => {
      const first = async (bytes: string) => (await sendRaw(setting.url, bytes)).status;
      const asking = (expectation: string) => post([`Expect: ${expectation}`, 'Content-Length: 2'], '{}');
      expect(await first(asking('100-Continue'))).to.equal(100);
      expect(await first(asking('something else'))).to.equal(200);
      expect(await first(asking('100-continue').replace('HTTP/1.1', 'HTTP/1.0'))).to.equal(200);
    });

    it('refuses a WebSocket, and ignores an offer of HTTP/2', async () => {
      const upgrade = (to: string) => get('/v1/entities', [`Upgrade: ${to}`, 'Sec-WebSocket-Version: 13']);
      expect((await upgrade('websocket')).status).to.equal(400);
      const offered = await upgrade('h2c');
      expect(offered.status).to.equal(200);
      expect(seen()[0]?.headers).not.to.have.property('upgrade');
    });
  });

  describe('request ids', () => {
    it('keeps one that is well-formed, here and at the service', async () => {
      const answer = await get('/v1/entities', ['X-Request-Id: my-id.1:2_3']);
      expect(answer.headers['x-request-id']).to.equal('my-id.1:2_3');
      expect(seen()[0]?.headers['x-request-id']).to.equal('my-id.1:2_3');
    });

    it('replaces one that is not', async () => {
      for (const sent of ['a b', 'a/b', 'ü', 'x'.repeat(129), '<script>']) {
        const answer = await get('/v1/entities', [`X-Request-Id: ${sent}`]);
        expect(answer.headers['x-request-id']).to.match(/^req_[0-9A-Z]{26}$/);
        expect(seen().at(-1)?.headers['x-request-id']).to.equal(answer.headers['x-request-id']);
      }
    });
  });

  describe('paths', () => {
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
});
