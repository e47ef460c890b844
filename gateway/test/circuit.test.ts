import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { mock } from 'node:test';
import { apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { ROUTING_TABLE } from '../src/routing/routing-table.ts';
import { newOrganization, type Setting, startSetting } from './setting.ts';

describe('a service that is away', () => {
  let setting: Setting;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    setting = await startSetting({ clock: () => 0 });
  });
  afterEach(async () => {
    await setting.stop();
    mock.timers.reset();
  });

  const readCircuit = async (service: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${setting.gateway.metricsPort}/metrics`)).text();
    const line = text
      .split('\n')
      .find((each) => each.startsWith('gateway_circuit_state') && each.includes(`"${service}"`));
    return Number(line?.split(' ').at(-1));
  };

  it('costs a 503 with Retry-After, and leaves the other services and the readiness alone', async () => {
    await setting.services.entity.stop();
    const answer = await setting.client().get('/v1/entities');
    expect(answer.status).to.equal(503);
    expect(answer.body.error).to.include({ code: 'service_unavailable', retry_after: 1 });
    expect(answer.headers.get('retry-after')).to.equal('1');
    expect((await setting.client().get('/v1/audit-logs')).status).to.equal(200);
    expect((await setting.anonymous.get('/readyz')).status).to.equal(200);
  });

  it('opens its circuit after five failures, and closes it when one request shows that it is back', async () => {
    const client = setting.client();
    await setting.services.entity.stop();
    for (let index = 0; index < 5; index += 1) expect((await client.post('/v1/entities', {})).status).to.equal(503);
    expect(await readCircuit('entity')).to.equal(1);
    await setting.services.entity.restart();
    const refused = await client.get('/v1/entities');
    expect([refused.status, refused.headers.get('retry-after')], 'while it is open').to.deep.equal([503, '1']);
    expect(setting.services.entity.seen).to.have.length(0);
    mock.timers.tick(1_000);
    expect((await client.get('/v1/entities')).status, 'after a second').to.equal(200);
    expect(await readCircuit('entity')).to.equal(0);
    const many = await Promise.all(Array.from({ length: 20 }, () => client.get('/v1/entities')));
    expect(many.every(({ status }) => status === 200)).to.equal(true);
  });

  it('lets one request through to see, and not all that wait', async () => {
    const client = setting.client();
    await setting.services.entity.stop();
    for (let index = 0; index < 5; index += 1) await client.post('/v1/entities', {});
    await setting.services.entity.restart();
    const gate = Promise.withResolvers<void>();
    setting.services.entity.answer = async (_request, response) => {
      await gate.promise;
      response.end('{}');
    };
    mock.timers.tick(1_000);
    const probe = client.get('/v1/entities');
    await eventually('a request is let through', () => setting.services.entity.seen.length > 0);
    const others = await Promise.all(Array.from({ length: 10 }, () => client.get('/v1/entities')));
    expect(others.every(({ status }) => status === 503)).to.equal(true);
    expect(setting.services.entity.seen).to.have.length(1);
    gate.resolve();
    expect((await probe).status).to.equal(200);
  });

  it('lets the others through while the one that it let through waits for its own client', async () => {
    const client = setting.client();
    await setting.services.entity.stop();
    for (let index = 0; index < 5; index += 1) await client.post('/v1/entities', {});
    await setting.services.entity.restart();
    mock.timers.tick(1_000);
    const authorization = `Bearer ${setting.identity.token({ orgId: newOrganization() })}`;
    const headers = { authorization, 'content-type': 'application/json', 'content-length': '2' };
    const slow = request(`${setting.url}/v1/entities`, { method: 'POST', headers });
    const answered = once(slow, 'response');
    slow.write('{');
    await eventually('the slow one is let through', () => setting.services.entity.seen.length > 0);
    await eventually('so are the others', async () => (await client.get('/v1/entities')).status === 200);
    slow.end('}');
    const [answer] = await answered;
    expect(answer.resume().statusCode).to.equal(200);
    expect(await readCircuit('entity')).to.equal(0);
  });

  it('does not open for answers of the service itself, whatever their status', async () => {
    const client = setting.client();
    for (const status of [500, 503, 404, 409, 500, 502, 503, 500])
      await (async () => {
        setting.services.entity.answer = (_request, response) => response.writeHead(status).end('{}');
        expect((await client.get('/v1/entities')).status).to.equal(status);
      })();
    expect(await readCircuit('entity')).to.equal(0);
  });

  it('does not open for clients that leave', async () => {
    setting.services.entity.answer = () => {};
    const { url } = setting;
    const authorization = `Bearer ${setting.identity.token({ orgId: newOrganization() })}`;
    for (let index = 0; index < 8; index += 1) {
      const leave = new AbortController();
      const left = fetch(`${url}/v1/entities`, { headers: { authorization }, signal: leave.signal }).catch(
        () => 'left',
      );
      await eventually('it arrived', () => setting.services.entity.seen.length === index + 1);
      leave.abort();
      expect(await left).to.equal('left');
    }
    setting.services.entity.answer = (_request, response) => response.end('{}');
    expect((await setting.client().get('/v1/entities')).status).to.equal(200);
    expect(await readCircuit('entity')).to.equal(0);
  });
});

describe('a service that is slow', () => {
  let setting: Setting;

  const start = async (aliveMs: number): Promise<void> => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    setting = await startSetting({ clock: () => 0, config: () => ({ UPSTREAM_TIMEOUT_MS: 3_000 }), aliveMs });
  };
  afterEach(async () => {
    await setting.stop();
    mock.timers.reset();
  });

  const requestStatuses = async (count: number): Promise<number[]> => {
    const client = setting.client();
    const answers = await Promise.all(Array.from({ length: count }, () => client.get('/v1/entities')));
    return answers.map(({ status }) => status);
  };

  it('costs those that wait too long a 503 each, and nobody else', async () => {
    await start(3_600_000);
    const { entity } = setting.services;
    entity.answer = () => {};
    expect(await requestStatuses(8)).to.deep.equal(Array(8).fill(503));
    expect(entity.seen, 'each sent once').to.have.length(8);
    entity.answer = (_request, response) => response.end('{}');
    // The clock stands still: a circuit that had opened would stay so.
    await eventually('one of another organisation is answered', async () => (await requestStatuses(1))[0] === 200);
  });

  it('keeps all others waiting for no longer than most, where the one that is let through is of a slow path', async () => {
    await start(3_600_000);
    const { audit } = setting.services;
    const client = setting.client();
    await audit.stop();
    for (let index = 0; index < 5; index += 1) await client.post('/v1/audit-logs/export', {});
    await audit.restart();
    audit.answer = (request, response) => void (request.url?.includes('verify') || response.end('{}'));
    mock.timers.tick(1_000);
    expect((await client.get('/v1/audit-logs/verify')).status).to.equal(503);
    await eventually('the others are let through', async () => (await client.get('/v1/audit-logs')).status === 200);
  });

  it('opens its circuit when it does not even tell that it lives', async () => {
    await start(1);
    const { entity } = setting.services;
    entity.hangs = true;
    expect(await requestStatuses(5)).to.deep.equal(Array(5).fill(503));
    entity.hangs = false;
    expect(await requestStatuses(1)).to.deep.equal([503]);
    expect(entity.seen).to.have.length(0);
    mock.timers.tick(1_000);
    expect(await requestStatuses(1), 'after a second').to.deep.equal([200]);
  });
});

describe('sending again', () => {
  it('is done once for GET and never for what changes something', async () => {
    const connections: string[] = [];
    const breaking = createServer((socket: Socket) => {
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        connections.push(String(bytes).split(' ').slice(0, 2).join(' '));
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    const { port } = breaking.address() as { port: number };
    const setting = await startSetting({
      config: () => ({
        upstreams: {
          ...Object.fromEntries(ROUTING_TABLE.map(({ name }) => [name, 'http://127.0.0.1:9'])),
          entity: `http://127.0.0.1:${port}`,
        },
      }),
    });
    try {
      const client = apiClient(setting.url, setting.identity.token({ orgId: newOrganization() }));
      connections.length = 0;
      expect((await client.get('/v1/entities')).status).to.equal(503);
      expect((await client.post('/v1/entities', {})).status).to.equal(503);
      expect((await client.patch('/v1/entities/x', {})).status).to.equal(503);
      expect((await client.delete('/v1/entities/x')).status).to.equal(503);
      const ours = connections.filter((line) => line.includes('/v1/'));
      expect(ours).to.deep.equal([
        ...['GET /v1/entities', 'GET /v1/entities', 'POST /v1/entities'],
        ...['PATCH /v1/entities/x', 'DELETE /v1/entities/x'],
      ]);
    } finally {
      await setting.stop();
      breaking.close();
    }
  });

  it('carries a GET over the restart of a service', async () => {
    const setting = await startSetting();
    try {
      const client = setting.client();
      expect((await client.get('/v1/entities')).status).to.equal(200);
      await setting.services.entity.stop();
      const under = client.get('/v1/entities');
      await setting.services.entity.restart();
      expect((await under).status).to.equal(200);
    } finally {
      await setting.stop();
    }
  });
});
