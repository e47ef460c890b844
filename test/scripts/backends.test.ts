import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type RunningBackends, startBackends } from '../../scripts/runtime/backends.ts';
import { dataPaths } from '../../scripts/runtime/paths.ts';
import type { Probe } from '../../scripts/runtime/plan.ts';
import { isReady } from '../../scripts/runtime/probe.ts';
import { findProcess, quiet, waitForState } from './small-mesh.ts';

describe('a private MongoDB and RabbitMQ', () => {
  let folder: string;
  let backends: RunningBackends;

  const getPort = (uri: string): number => Number(new URL(uri).port);
  const probes = (): Probe[] => [
    { kind: 'mongodb', port: getPort(backends.mongodbUri), replicaSet: 'rs0', access: null },
    { kind: 'amqp', port: getPort(backends.amqpUrl) },
  ];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backends-'));
    backends = await startBackends(folder, quiet);
  });

  after(async () => {
    await backends.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are ready when they are handed over', async () => {
    expect(await Promise.all(probes().map(isReady))).to.deep.equal([true, true]);
  });

  for (const name of ['mongodb', 'rabbitmq']) {
    it(`${name} is started again after kill -9, and works again`, async () => {
      const current = () => findProcess(dataPaths(folder), name);
      const { pid: dead } = current();
      process.kill(dead ?? Number.NaN, 'SIGKILL');
      await waitForState(current, ({ pid }) => pid !== null && pid !== dead);
      await waitForState(current, ({ state }) => state === 'running');
      expect(await Promise.all(probes().map(isReady))).to.deep.equal([true, true]);
    });
  }

  it('leave nothing running when they are stopped', async () => {
    await backends.stop();
    expect(await Promise.all(probes().map(isReady))).to.deep.equal([false, false]);
    expect(['epmd', 'mongodb', 'rabbitmq'].map((name) => findProcess(dataPaths(folder), name).pid)).to.deep.equal([
      null,
      null,
      null,
    ]);
  });
});
