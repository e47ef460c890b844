import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { readConfig } from '../src/config.ts';
import { sendRaw } from './raw-http.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

/** So long is a part given to stop where its test decides when it does. */
const HOUR_MS = 3_600_000;

describe('operating the gateway', () => {
  let setting: Setting;

  before(async () => {
    setting = await startSetting({ config: () => ({ HEADERS_TIMEOUT_MS: 2_000, REQUEST_TIMEOUT_MS: 5_000 }) });
  });
  after(() => setting.stop());

  it('tells that it lives and that it is ready', async () => {
    expect((await setting.anonymous.get('/livez')).body).to.deep.equal({ status: 'alive' });
    expect((await setting.anonymous.get('/readyz')).body).to.deep.equal({
      status: 'ready',
      checks: { identity: true, key_set: true, running: true },
    });
  });

  it('is ready while services are away, and not without the key set', async () => {
    const alone = await startSetting();
    try {
      await Promise.all(Object.values(alone.services).map((service) => service.stop()));
      expect((await alone.anonymous.get('/readyz')).status).to.equal(200);
      await alone.identity.stop();
      const answer = await eventually('it is not ready', async () => {
        const requested = await alone.anonymous.get('/readyz');
        return requested.status === 503 && requested.body.checks.key_set === false && requested;
      });
      expect(answer.body.checks).to.deep.equal({ identity: false, key_set: false, running: true });
    } finally {
      await alone.gateway.stop();
    }
  });

  it('keeps its metrics off the public port', async () => {
    await setting.client().get('/v1/entities');
    await setting.anonymous.get('/v1/entities');
    expect((await setting.anonymous.get('/metrics')).status).to.equal(404);
    const metrics = apiClient(`http://127.0.0.1:${setting.gateway.metricsPort}`, null);
    const text: string = (await metrics.get('/metrics')).body;
    expect(text).to.match(
      /gateway_request_duration_seconds_count\{[^}]*route="\/v1\/entities"[^}]*status="200"[^}]*\} 1/,
    );
    expect(text).to.match(/gateway_request_duration_seconds_count\{[^}]*route="other"[^}]*status="401"[^}]*\} 1/);
    expect(text).to.match(/gateway_upstream_duration_seconds_count\{[^}]*upstream="entity"[^}]*\} 1/);
    expect(text).to.match(/gateway_circuit_state\{[^}]*upstream="audit"[^}]*\} 0/);
    expect(text).to.include('# TYPE gateway_rate_limited counter');
    // The alert for slow requests draws its line at this bound.
    expect(text).to.match(/gateway_request_duration_seconds_bucket\{[^}]*le="2"/);
  });

  it('ends a connection whose head or body does not come', async () => {
    const head = await sendRaw(setting.url, 'GET /v1/entities HTTP/1.1\r\nHost: api\r\nX-Slow: ');
    expect([head.status, JSON.parse(head.body).error.code]).to.deep.equal([400, 'invalid_request']);
    const token = setting.identity.token({ orgId: newOrganization() });
    const body = await sendRaw(
      setting.url,
      `POST /v1/entities HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\nhalf`,
    );
    expect(body.status).to.equal(400);
  });

  it('answers once when a service answers before a body that never comes whole', async () => {
    setting.services.entity.streams = true;
    setting.services.entity.answer = (_request, response) => response.writeHead(409).end('{}');
    const socket = connect(Number(new URL(setting.url).port), '127.0.0.1').setEncoding('latin1');
    const token = setting.identity.token({ orgId: newOrganization() });
    socket.write(
      `POST /v1/entities HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\nhalf`,
    );
    let answered = '';
    for await (const chunk of socket) answered += chunk;
    expect(answered.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 409']);
  });

  it('survives connections that end in the middle', async () => {
    for (const bytes of [
      '',
      'GET',
      'GET /v1/entities HTTP/1.1\r\nHost',
      'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere\r\n\r\n',
      'POST /v1/entities HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx',
    ]) {
      const socket = connect(Number(new URL(setting.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(bytes);
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect((await setting.anonymous.get('/livez')).status).to.equal(200);
  });

  it('is not ready from its signal on, and sends clients away with their answers until its time to drain is over', async () => {
    const drained = Promise.withResolvers<void>();
    const leaving = await startSetting({
      config: () => ({ DRAIN_MS: HOUR_MS }),
      passDrain: () => drained.promise,
    });
    const stopped = leaving.stop();
    const { status, body } = await leaving.anonymous.get('/readyz');
    expect(status).to.equal(503);
    expect(body.checks.running).to.equal(false);
    const answer = await leaving.client().get('/v1/entities');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('connection')).to.equal('close');
    drained.resolve();
    await stopped;
  });

  it('finishes what runs when it stops, and takes nothing new', async () => {
    const stopping = await startSetting({ config: () => ({ DRAIN_MS: HOUR_MS }), passDrain: async () => {} });
    const gate = Promise.withResolvers<void>();
    stopping.services.entity.answer = async (_request, response) => {
      response.write('first ');
      await gate.promise;
      response.end('last');
    };
    const running = request(`${stopping.url}/v1/entities`, {
      headers: { authorization: `Bearer ${stopping.identity.token({ orgId: newOrganization() })}` },
    }).end();
    const [answer] = await once(running, 'response');
    const stopped = stopping.stop();
    const refused = await eventually('nothing new is taken', () =>
      stopping.anonymous.get('/livez').then(
        () => null,
        (error: Error) => error,
      ),
    );
    expect(refused).to.be.instanceOf(Error);
    gate.resolve();
    let text = '';
    for await (const chunk of answer) text += chunk;
    expect(text).to.equal('first last');
    await stopped;
  });
});

describe('calls from web pages', () => {
  let setting: Setting;
  const origin = 'https://app.example.com';

  before(async () => {
    setting = await startSetting({ config: () => ({ CORS_ORIGINS: [origin] }) });
  });
  after(() => setting.stop());

  const preflight = (from: string) =>
    fetch(`${setting.url}/v1/entities`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });

  it('are allowed to the exact origins, which may read our headers', async () => {
    const requested = await preflight(origin);
    expect(requested.status).to.equal(204);
    expect(requested.headers.get('access-control-allow-origin')).to.equal(origin);
    expect(requested.headers.get('access-control-allow-headers')).to.equal('authorization');
    expect(requested.headers.get('x-ratelimit-limit')).to.match(/^\d+$/);
    const { headers } = await setting.client().get('/v1/entities', { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).to.equal(origin);
    for (const name of [
      'ETag',
      'Location',
      'X-RateLimit-Remaining',
      'X-Request-Id',
      'Idempotency-Replayed',
      'Retry-After',
    ])
      expect(headers.get('access-control-expose-headers')).to.include(name);
    expect(headers.get('access-control-allow-credentials')).to.equal(null);
    const refused = await setting.anonymous.get('/v1/entities', { headers: { origin } });
    expect(refused.headers.get('access-control-allow-origin'), 'on errors too').to.equal(origin);
  });

  it('are allowed to no other origin', async () => {
    for (const other of ['https://app.example.com.evil.test', 'http://app.example.com', 'null'])
      expect((await preflight(other)).headers.get('access-control-allow-origin'), other).to.equal(null);
  });
});

describe('the configuration', () => {
  const environment = {
    HTTP_PORT: '8080',
    METRICS_PORT: '9090',
    MESH_SECRET: 'x'.repeat(32),
    BASE_URL: 'https://api.example.com',
    AUTH_URL: 'https://auth.example.com',
    IDENTITY_GRPC_URL: 'identity:9101',
    IDENTITY_HTTP_URL: 'http://identity:8080',
    ENTITY_HTTP_URL: 'http://entity:8080',
    SUPPLIER_HTTP_URL: 'http://supplier:8080',
    CERTIFICATE_HTTP_URL: 'http://certificate:8080',
    QUALITY_HTTP_URL: 'http://quality:8080',
    WORKFLOW_HTTP_URL: 'http://workflow:8080',
    WEBHOOK_HTTP_URL: 'http://webhook:8080',
    INTEGRATION_HTTP_URL: 'http://integration:8080',
    AUDIT_HTTP_URL: 'http://audit:8080',
  };

  it('reads the address of every service, and lists', () => {
    const config = readConfig({
      ...environment,
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
      CORS_ORIGINS: 'https://app.example.com',
      REDIS_URL: '',
    });
    expect(config.upstreams).to.deep.equal({
      identity: 'http://identity:8080',
      entity: 'http://entity:8080',
      supplier: 'http://supplier:8080',
      certificate: 'http://certificate:8080',
      quality: 'http://quality:8080',
      workflow: 'http://workflow:8080',
      webhook: 'http://webhook:8080',
      integration: 'http://integration:8080',
      audit: 'http://audit:8080',
    });
    expect(config.TRUSTED_PROXIES).to.deep.equal(['10.0.0.0/8', '192.0.2.1']);
    expect(config.CORS_ORIGINS).to.deep.equal(['https://app.example.com']);
    expect(config.REDIS_URL).to.equal(undefined);
  });

  it('names what is missing or wrong, and never its value', () => {
    const wrong = {
      ...environment,
      MESH_SECRET: 'short-secret',
      ENTITY_HTTP_URL: undefined,
      CORS_ORIGINS: '*',
      HTTP_PORT: '99999',
    };
    expect(() => readConfig(wrong))
      .to.throw(/MESH_SECRET.*/)
      .with.property('message')
      .that.includes('ENTITY_HTTP_URL')
      .and.includes('CORS_ORIGINS')
      .and.includes('HTTP_PORT')
      .and.not.includes('short-secret');
  });

  it('asks for the address of a service that is a new row', () => {
    const table = [{ name: 'quality-event', prefixes: ['quality-events'], bodyLimit: 1 }];
    expect(() => readConfig(environment, table)).to.throw(/QUALITY_EVENT_HTTP_URL/);
  });
});
