import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient, meshStatus, readDemo } from './demo.ts';

describe('the running mesh', () => {
  const demo = readDemo();

  it('shows every process with its port and state', () => {
    const processes = meshStatus();
    expect(processes.map(({ name }) => name)).to.include.members([
      'mongodb',
      'rabbitmq',
      'identity',
      'entity',
      'audit',
      'gateway',
    ]);
    for (const process of processes)
      expect(process).to.include({ state: 'running' }).and.have.keys(['name', 'pid', 'http_port', 'state']);
  });

  it('answers 503 with Retry-After while a service is away, and is whole again when the supervisor has started it', async () => {
    const api = makeClient(demo, demo.api_key);
    const victim = meshStatus().find(({ name }) => name === 'entity');
    process.kill(victim?.pid ?? Number.NaN, 'SIGKILL');
    const away = await api.get('/v1/entities');
    if (away.status !== 200) {
      expect([away.status, away.body.error.code]).to.deep.equal([503, 'service_unavailable']);
      expect(away.headers.get('retry-after')).to.match(/^\d+$/);
    }
    await eventually('the service answers again', async () => (await api.get('/v1/entities')).status === 200);
    const again = meshStatus().find(({ name }) => name === 'entity');
    expect(again?.pid).to.not.equal(victim?.pid);
  });

  it('loses no acknowledged write when a service is killed, and records each once', async () => {
    const api = makeClient(demo, demo.api_key);
    const acknowledged: string[] = [];
    const write = async (index: number): Promise<void> => {
      const headers = { 'idempotency-key': `kill-${Date.now()}-${index}` };
      await eventually('the write is acknowledged', async () => {
        const answer = await api
          .post('/v1/entities', { type: 'component', name: `Killed ${index}` }, { headers })
          .catch(() => null);
        if (answer?.status === 201) acknowledged.push(answer.body.data.id);
        return answer?.status === 201;
      });
    };
    const writes = Array.from({ length: 60 }, (_, index) => write(index));
    for (const name of ['audit', 'entity'])
      process.kill(meshStatus().find((known) => known.name === name)?.pid ?? Number.NaN, 'SIGKILL');
    await Promise.all(writes);
    expect(new Set(acknowledged).size).to.equal(60);
    for (const id of acknowledged) {
      const entries = await eventually('the entry', async () => {
        const { status, body } = await api.get(`/v1/audit-logs?entity_id=${id}`);
        return status === 200 && body.data.length > 0 && body.data;
      });
      expect(entries).to.have.length(1);
    }
    expect((await api.get('/v1/audit-logs/verify')).body.data.valid).to.equal(true);
  });
});
