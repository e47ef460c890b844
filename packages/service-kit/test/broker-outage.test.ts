import { randomUUID } from 'node:crypto';
import {
  apiClient,
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  startTcpProxy,
  type TcpProxy,
  tapEvents,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { type NoteService, startNoteService } from './note-service.ts';

describe('a broker that is away', () => {
  const environment = testEnvironment();
  const type = `note.${randomUUID()}.v1`;
  let identity: StandInIdentity;
  let service: NoteService;
  let wire: TcpProxy;

  before(async () => {
    identity = await startStandInIdentity();
    const broker = new URL(environment.amqpUrl);
    wire = await startTcpProxy({ host: broker.hostname, port: Number(broker.port || 5672) });
    broker.port = String(wire.port);
    broker.hostname = '127.0.0.1';
    service = await startNoteService({ ...testServiceConfig(environment, identity), AMQP_URL: broker.href }, type);
  });
  after(async () => {
    await service.stop();
    await wire.close();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('costs no acknowledged write its event, and the service says that it is not ready', async () => {
    const api = apiClient(`http://127.0.0.1:${service.httpPort}`, identity.token({ orgId: 'org_outage' }));
    const readiness = async (query = '') => (await api.get(`/readyz${query}`)).status;
    await eventually('the service is ready', async () => (await readiness()) === 200);
    const tap = await tapEvents(environment.amqpUrl);
    try {
      wire.cut();
      await eventually('the service is not ready', async () => (await readiness()) === 503);
      const excused = await api.get('/readyz?without=broker');
      expect([excused.status, excused.body.status, excused.body.checks.broker]).to.deep.equal([200, 'ready', false]);
      for (const query of ['?without=database', '?without=', '?broker'])
        expect(await readiness(query), query).to.equal(503);
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => api.post('/v1/notes', { title: `n${index}` })),
      );
      expect(made.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
      wire.restore();
      await eventually(
        'every event',
        () => new Set(tap.events.filter((event) => event.type === type).map(({ id }) => id)).size === 20,
      );
      await eventually(
        'all is confirmed',
        async () => (await service.kit.connection.collection('outbox').countDocuments({ confirmed_at: null })) === 0,
      );
    } finally {
      await tap.close();
    }
  });
});
