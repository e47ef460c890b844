import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { EDGE_HEADER, EDGE_VERSION_HEADER, makeEdgeSeal, sourceVersion } from '@qsc/service-kit/edge';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { sendRaw } from './raw-http.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

const readText = async (answer: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
};

describe('forwarded headers', () => {
  let setting: Setting;
  let token: string;

  before(async () => {
    setting = await startSetting();
    token = setting.identity.token({ orgId: newOrganization() });
  });
  after(() => setting.stop());
  beforeEach(() => {
    for (const service of Object.values(setting.services)) {
      service.seen.length = 0;
      service.streams = false;
      service.answer = (_request, response) => response.end('{"data":"ok"}');
    }
  });

  const open = (path: string, options: RequestOptions = {}): ClientRequest =>
    request(`${setting.url}${path}`, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });

  const answerTo = async (outgoing: ClientRequest): Promise<IncomingMessage> => {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answer;
  };

  describe('headers of a request', () => {
    it('hands on what belongs to the request', async () => {
      const sent = {
        'If-Match': '"3"',
        'Idempotency-Key': 'key-1',
        'X-Change-Reason': 'a reason',
        'User-Agent': 'the client',
        'Accept-Language': 'de',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      };
      await setting.client().post('/v1/entities', { name: 'x' }, { headers: sent });
      const [seen] = setting.services.entity.seen;
      for (const [name, value] of Object.entries(sent)) expect(seen?.headers[name.toLowerCase()]).to.equal(value);
      expect(seen?.headers).to.include({
        'content-type': 'application/json',
        host: new URL(setting.services.entity.url).host,
      });
      expect(seen?.body).to.equal('{"name":"x"}');
    });

    it('lets nothing through that could pass for ours', async () => {
      const forged = [
        'X-Edge-Client: 10.0.0.1;forged',
        'X_Edge_Client: 10.0.0.1;forged',
        'x-edge-anything: forged',
        'X-Forwarded-For: 10.0.0.1',
        'X_Forwarded_For: 10.0.0.1',
        'X-Forwarded-Host: forged',
        'X-Forwarded-Proto: forged',
        'Forwarded: for=10.0.0.1',
        'X-Real-IP: 10.0.0.1',
        'True-Client-IP: 10.0.0.1',
        'X-Client-IP: 10.0.0.1',
        'CF-Connecting-IP: 10.0.0.1',
        'X-Org-Id: org_forged',
        'X-User-Id: usr_forged',
        'X-User-Role: system_admin',
        'X-Mesh-Token: forged',
        'Mesh-Token: forged',
        'X-Internal-Call: forged',
        'X-Original-URL: /v1/audit-logs?forged',
        'X-Rewrite-URL: /v1/audit-logs?forged',
        'X-HTTP-Method-Override: forged',
        'Cookie: forged=1',
        'Via: forged',
        'TE: forged',
        'Trailer: forged',
        'Keep-Alive: forged',
        'Proxy-Authorization: forged',
        'Proxy-Connection: forged',
        'X-Named: forged',
        'Connection: close, x-named, authorization, x-edge-client',
      ];
      const answer = await sendRaw(
        setting.url,
        ['GET /v1/entities HTTP/1.1', 'Host: api', `Authorization: Bearer ${token}`, ...forged, '', ''].join('\r\n'),
      );
      expect(answer.status).to.equal(200);
      const { headers } = setting.services.entity.seen[0]!;
      expect(Object.keys(headers).sort()).to.deep.equal(
        ['authorization', 'connection', EDGE_HEADER, EDGE_VERSION_HEADER, 'host', 'x-request-id'].sort(),
      );
      expect(JSON.stringify(headers)).not.to.include('forged').and.not.to.include('10.0.0.1');
    });

    it('tells the service the address of the peer and the settings of the organisation, sealed', async () => {
      const orgId = newOrganization();
      const organization = {
        id: orgId,
        name: 'Elsewhere',
        time_zone: 'Asia/Kolkata',
        strict_mode: true,
        recorded_reads: ['supplier'],
        audit_review_interval_days: 30,
      };
      await setting.identity.setOrganization(organization);
      const sealed = await eventually('the settings, while the watch on identity is alive', async () => {
        const sent = setting.services.entity.seen.length;
        await setting.client({ orgId }).get('/v1/entities', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
        const { headers } = setting.services.entity.seen[sent] ?? {};
        if (!headers) return null;
        const header = headers[EDGE_HEADER] as string;
        const edge = makeEdgeSeal(setting.identity.meshSecret).open(String(headers['x-request-id']), header);
        expect(edge?.address).to.equal('127.0.0.1');
        if (edge?.organization) expect(edge.organization).to.deep.include(organization);
        return edge?.organization && header;
      });
      expect(makeEdgeSeal(setting.identity.meshSecret).open('req_other', sealed)).to.equal(null);
    });

    it('tells the service its own version, whatever the caller says', async () => {
      await setting.client().get('/v1/entities', { headers: { [EDGE_VERSION_HEADER]: 'forged' } });
      expect(setting.services.entity.seen[0]!.headers[EDGE_VERSION_HEADER]).to.equal(sourceVersion());
    });

    it('believes a forwarded address only of the proxies that it was told', async () => {
      const addresses = {
        '127.0.0.0/8': '203.0.113.9',
        '192.0.2.1': '127.0.0.1',
        'loopback,203.0.113.0/24': '198.51.100.7',
      };
      for (const [proxies, expected] of Object.entries(addresses)) {
        const behind = await startSetting({ config: () => ({ TRUSTED_PROXIES: proxies.split(',') }) });
        try {
          await behind.client().get('/v1/entities', { headers: { 'X-Forwarded-For': '198.51.100.7, 203.0.113.9' } });
          const { headers } = behind.services.entity.seen[0]!;
          const requestId = String(headers['x-request-id']);
          const edge = makeEdgeSeal(behind.identity.meshSecret).open(requestId, headers[EDGE_HEADER] as string);
          expect(edge?.address).to.equal(expected);
          expect(headers).not.to.have.property('x-forwarded-for');
        } finally {
          await behind.stop();
        }
      }
    });
  });

  describe('headers of an answer', () => {
    it('hands on what belongs to the answer and nothing of the inside', async () => {
      setting.services.entity.answer = (_request, response) => {
        response.writeHead(201, {
          ETag: '"1"',
          Location: '/v1/entities/ent_1',
          'Idempotency-Replayed': 'true',
          'Content-Disposition': 'attachment',
          'X-Powered-By': 'Express',
          Server: 'inside',
          Via: 'inside',
          'X-Request-Id': 'inside',
          'X-Internal-Host': 'inside',
          'Access-Control-Allow-Origin': '*',
          Connection: 'close, x-hop',
          'X-Hop': 'inside',
        });
        response.end('{}');
      };
      const { status, headers } = await setting.client().post('/v1/entities', {});
      expect(status).to.equal(201);
      expect(headers.get('etag')).to.equal('"1"');
      expect(headers.get('location')).to.equal('/v1/entities/ent_1');
      expect(headers.get('idempotency-replayed')).to.equal('true');
      expect(headers.get('content-disposition')).to.equal('attachment');
      expect(headers.get('x-request-id')).to.match(/^req_/);
      for (const name of ['x-powered-by', 'server', 'via', 'x-internal-host', 'x-hop', 'access-control-allow-origin'])
        expect(headers.get(name), name).to.equal(null);
    });

    it('adds the security headers, and keeps answers out of caches', async () => {
      const { headers } = await setting.client().get('/v1/entities');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('content-security-policy')).to.equal("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('strict-transport-security')).to.match(/^max-age=/);
      expect(headers.get('cache-control')).to.equal('no-store');
    });

    it('hands on errors, an empty answer and the answer to HEAD as they stand', async () => {
      for (const status of [204, 304, 409, 422, 500, 503]) {
        setting.services.entity.answer = (_request, response) =>
          status < 400
            ? response.writeHead(status).end()
            : response.writeHead(status, { 'Retry-After': '7' }).end('{"error":1}');
        const answer = await setting.client().get('/v1/entities');
        expect(answer.status).to.equal(status);
        if (status >= 400) expect(answer.headers.get('retry-after')).to.equal('7');
      }
      setting.services.entity.answer = (_request, response) => response.writeHead(200, { 'Content-Length': '5' }).end();
      const head = await answerTo(open('/v1/entities', { method: 'HEAD' }).end());
      expect([head.statusCode, head.headers['content-length'], await readText(head)]).to.deep.equal([200, '5', '']);
    });

    it('closes the connection when the client asks for it, and keeps it otherwise', async () => {
      const ask = (connection: string) =>
        sendRaw(
          setting.url,
          `GET /v1/entities HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\nConnection: ${connection}\r\n\r\n`,
        );
      expect((await ask('close')).headers.connection).to.equal('close');
      expect((await ask('keep-alive')).headers.connection).to.equal('keep-alive');
    });
  });
});
