import { once } from 'node:events';
import { join } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { loadSettings } from '../runtime/settings.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { measureAppends } from './audit/append.ts';
import { measureWholeLog } from './audit/whole-log.ts';
import { measureLag } from './lag.ts';
import { measureLoad, type Target } from './load.ts';
import { measureRow, type Row } from './measure.ts';
import { memoryOf } from './memory.ts';
import {
  type BenchMesh,
  fillMesh,
  isFilledWith,
  type Material,
  type Started,
  startAgainst,
  startThis,
} from './mesh.ts';
import { isWanted, type Options, readOptions } from './options.ts';
import { type Result, ratesOf, report } from './report.ts';
import type { RowKind } from './row-kind.ts';
import { materialsOf, ROW_KINDS } from './rows.ts';
import { seed, untilAudited } from './seed.ts';
import { measureIndexCost } from './supplier/index-cost.ts';
import { measureSyncs } from './sync/sync-rate.ts';
import { measureDeliveryDelay } from './webhook/delay.ts';
import { measureDeliveryRate } from './webhook/rate.ts';

const AUDIT_ENTRIES = 10_000;
const LAG = { writesPerSecond: 200, seconds: 15 };
const MEMORY_REQUESTS = 100_000;
const WHOLE_LOG = 'audit whole log';

const wantedKinds = (options: Options): RowKind[] => ROW_KINDS.filter(({ name }) => isWanted(options, name));

/** What the wanted rows and figures need a mesh to be filled with. */
const wantedMaterials = (options: Options): Set<Material> => {
  const materials = materialsOf(wantedKinds(options));
  if (isWanted(options, WHOLE_LOG)) materials.add('audit');
  return isWanted(options, 'memory') ? materials.add('entity') : materials;
};

const measureRows = async (meshes: readonly BenchMesh[], options: Options): Promise<Row[]> => {
  const rows: Row[] = [];
  const kinds = wantedKinds(options);
  const loads = new Set(kinds.flatMap((kind) => kind.connections).toSorted((one, other) => one - other));
  for (const connections of loads)
    for (const kind of kinds.filter((one) => one.connections.includes(connections))) {
      const able = meshes.filter((mesh) => isFilledWith(mesh, kind.of));
      const measured = await measureRow(able, kind, { connections, seconds: options.seconds });
      say(ratesOf(measured).split('\n').slice(1).join('\n'));
      rows.push(...measured);
    }
  return rows;
};

/** How many entries a second the relay and audit take in, from a burst of bulk requests to the last entry. */
const measureAudit = async (target: Target) => {
  const began = performance.now();
  const ids = await seed(target, AUDIT_ENTRIES, () => {});
  const written = performance.now();
  await untilAudited(target, ids.at(-1) ?? '');
  const end = performance.now();
  return { entries_per_second: AUDIT_ENTRIES / ((end - began) / 1000), lag_ms: end - written };
};

const memoryAfterMany = async ({ target, ids, processes }: BenchMesh): Promise<Record<string, number>> => {
  let sent = 0;
  while (sent < MEMORY_REQUESTS) {
    const measured = await measureLoad(target, { connections: 64, seconds: 5 }, () => ({
      method: 'GET',
      path: `/v1/entities/${ids[Math.floor(Math.random() * ids.length)]}`,
    }));
    sent += measured.requests;
  }
  return memoryOf(processes);
};

/** One mesh after the other, unless none of it was asked for. */
const forEachMesh = async <Figures extends object>(
  asked: { meshes: readonly BenchMesh[]; options: Options; name: string },
  measure: (mesh: BenchMesh) => Promise<Figures>,
): Promise<({ mesh: string } & Figures)[]> => {
  const figures = [];
  for (const mesh of isWanted(asked.options, asked.name) ? asked.meshes : [])
    figures.push({ mesh: mesh.name, ...(await measure(mesh)) });
  return figures;
};

const runs = ({ processes }: BenchMesh, service: string): boolean => processes.some(({ name }) => name === service);

const measureIntegrations = async (all: readonly BenchMesh[], options: Options): Promise<Result['syncs']> => {
  const meshes = all.filter((mesh) => runs(mesh, 'integration'));
  const measured = await forEachMesh({ meshes, options, name: 'integrations: sync' }, async (mesh) => ({
    rates: await measureSyncs(mesh, options.syncRecords),
  }));
  return measured.flatMap(({ mesh, rates }) => rates.map((rate) => ({ mesh, ...rate })));
};

const measureWebhooks = async (
  meshes: readonly BenchMesh[],
  options: Options,
): Promise<Pick<Result, 'deliveries' | 'delivery_delay'>> => ({
  deliveries: await forEachMesh({ meshes, options, name: 'webhooks: deliveries' }, (mesh) =>
    measureDeliveryRate(mesh, options.events),
  ),
  delivery_delay: await forEachMesh({ meshes, options, name: 'webhooks: delay' }, ({ target }) =>
    measureDeliveryDelay(target, options),
  ),
});

const measureMeshes = async (started: readonly Started[], options: Options): Promise<void> => {
  const meshes: BenchMesh[] = [];
  try {
    for (const mesh of started)
      meshes.push(await fillMesh(mesh, { ...options, wanted: wantedMaterials(options) }, say));
    const result: Result = {
      rows: await measureRows(meshes, options),
      audit: await forEachMesh({ meshes, options, name: 'relay and audit' }, ({ target }) => measureAudit(target)),
      appends: await forEachMesh({ meshes, options, name: 'audit append' }, ({ client, amqpUrl }) =>
        measureAppends(client, amqpUrl),
      ),
      whole_logs: await forEachMesh(
        { meshes: meshes.filter((mesh) => isFilledWith(mesh, 'audit')), options, name: WHOLE_LOG },
        measureWholeLog,
      ),
      lag: await forEachMesh({ meshes, options, name: 'audit lag' }, ({ target }) => measureLag(target, LAG)),
      index_cost: await forEachMesh({ meshes, options, name: 'supplier indexes' }, ({ client }) =>
        measureIndexCost(client.db('bench_floor')),
      ),
      ...(await measureWebhooks(
        meshes.filter((mesh) => runs(mesh, 'webhook')),
        options,
      )),
      syncs: await measureIntegrations(meshes, options),
      memory_mb: await forEachMesh({ meshes, options, name: 'memory' }, memoryAfterMany),
    };
    report(result, MEMORY_REQUESTS, options.json);
  } finally {
    for (const { client } of meshes) await client.close();
  }
};

const bench = async (directory: string, options: Options): Promise<void> => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const stopped = once(stop.signal, 'abort').then(() => Promise.reject(new Advice('Stopped before the end.')));
  stopped.catch(() => {});
  const started: Started[] = [];
  try {
    started.push(await startThis(join(directory, 'mesh'), stop.signal, say));
    if (options.against !== undefined)
      started.push(await startAgainst(options.against, join(directory, 'against'), stop.signal));
    await Promise.race([measureMeshes(started, options), stopped]);
  } finally {
    for (const mesh of started) await mesh.stop();
  }
};

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  const directory = await makeTestDirectory(join(loadSettings(process.env).dataDir, 'bench'));
  try {
    await bench(directory, options);
  } finally {
    clearTestDirectory(directory, false);
  }
  return 0;
});
