import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { loadSettings } from '../runtime/settings.ts';
import { readState } from '../runtime/state.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { startTestMesh } from '../runtime/test-mesh.ts';
import { type Floors, openFloors } from './floor.ts';
import { measureLag } from './lag.ts';
import { type Measured, measureLoad, type Shot, type Target } from './load.ts';
import { memoryOf } from './memory.ts';
import { type Options, readOptions } from './options.ts';
import { recordOf } from './record.ts';
import { seed, untilAudited } from './seed.ts';
import { type Row, tableOf } from './table.ts';

const CONCURRENCIES = [16, 64];
const LAG = { writesPerSecond: 200, seconds: 15 };
const MEMORY_REQUESTS = 100_000;

type Lag = Awaited<ReturnType<typeof measureLag>>;

type Bench = { target: Target; direct: Target; floors: Floors; ids: string[]; seconds: number };

const rowOf = (name: string, concurrency: number, measured: Measured, floor: number | null): Row => ({
  name,
  concurrency,
  ...measured,
  floor_rps: floor,
  ratio: floor === null ? null : measured.rps / floor,
});

/** Floor, load, floor: so that a machine that slows down or speeds up meets both. */
const compare = async (
  bench: Bench,
  { name, concurrency }: { name: string; concurrency: number },
  [floor, next]: [(shape: { connections: number; seconds: number }) => Promise<Measured>, () => Shot],
): Promise<Row> => {
  const shape = { connections: concurrency, seconds: bench.seconds };
  const half = { connections: concurrency, seconds: Math.max(1, bench.seconds / 2) };
  const before = await floor(half);
  const measured = await measureLoad(bench.target, shape, next);
  const after = await floor(half);
  const row = rowOf(name, concurrency, measured, (before.rps + after.rps) / 2);
  say(tableOf([row]).split('\n')[1] ?? '');
  return row;
};

const measureRows = async (bench: Bench): Promise<Row[]> => {
  const { floors, ids, direct, seconds } = bench;
  let index = 1_000_000;
  const someId = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
  const get = (): Shot => ({ method: 'GET', path: `/v1/entities/${someId()}` });
  const patch = (): Shot => ({
    method: 'PATCH',
    path: `/v1/entities/${someId()}`,
    body: { attributes: { batch: `B-${index++}` } },
  });
  const list = (): Shot => ({ method: 'GET', path: '/v1/entities?type=supplier' });
  const create = (): Shot => ({ method: 'POST', path: '/v1/entities', body: recordOf(index++) });
  const rows: Row[] = [];
  for (const concurrency of CONCURRENCIES) {
    rows.push(await compare(bench, { name: 'create', concurrency }, [floors.insertOne, create]));
    rows.push(await compare(bench, { name: 'get', concurrency }, [floors.findOne, get]));
    rows.push(await compare(bench, { name: 'list of 25', concurrency }, [floors.find25, list]));
    rows.push(await compare(bench, { name: 'patch', concurrency }, [floors.insertOne, patch]));
    const straight = (shape: { connections: number; seconds: number }) => measureLoad(direct, shape, get);
    rows.push(await compare(bench, { name: 'gateway hop (get, against entity itself)', concurrency }, [straight, get]));
    say(`measured for ${seconds} s each at ${concurrency}`);
  }
  return rows;
};

/** How many entries a second the relay and audit take in, from a burst of bulk requests to the last entry. */
const measureAudit = async (target: Target): Promise<Row> => {
  const count = 10_000;
  const began = performance.now();
  const ids = await seed(target, count, () => {});
  const written = performance.now();
  await untilAudited(target, ids.at(-1) ?? '');
  const rps = count / ((performance.now() - began) / 1000);
  const lag = performance.now() - written;
  return {
    name: 'relay and audit (10,000 by bulk)',
    concurrency: 2,
    rps,
    p50_ms: lag,
    p99_ms: lag,
    floor_rps: null,
    ratio: null,
  };
};

type Demo = { auth_url: string; client_id: string; client_secret: string };

/** The entity service itself takes tokens, not API keys. */
const exchange = async (url: string, { auth_url, client_id, client_secret }: Demo): Promise<Target> => {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const response = await fetch(`${auth_url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await response.json()) as { access_token: string };
  return { url, token: access_token };
};

const sendMany = async (target: Target, ids: readonly string[]): Promise<void> => {
  let sent = 0;
  while (sent < MEMORY_REQUESTS) {
    const measured = await measureLoad(target, { connections: 64, seconds: 5 }, () => ({
      method: 'GET',
      path: `/v1/entities/${ids[Math.floor(Math.random() * ids.length)]}`,
    }));
    sent += measured.rps * 5;
  }
};

const report = (
  result: { rows: Row[]; lag: Lag; memory_mb: Record<string, number> },
  file: string | undefined,
): void => {
  const { rows, lag, memory_mb } = result;
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  say(`\n${tableOf(rows)}\n`);
  say(
    `audit lag at ${lag.writes_per_second} writes/s: p50 ${lag.p50_ms} ms, p99 ${lag.p99_ms} ms (${lag.samples} samples)`,
  );
  say(`memory in MiB after ${MEMORY_REQUESTS} requests: ${JSON.stringify(memory_mb)}`);
  say(`machine: ${machine}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
  if (file) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
};

const measureMesh = async (environment: Record<string, string>, directory: string, options: Options): Promise<void> => {
  const demo = JSON.parse(readFileSync(environment.QSC_DEMO_FILE ?? '', 'utf8'));
  const target = { url: demo.base_url, token: demo.api_key };
  const entityUrl = readState(dataPaths(directory).state)?.processes.find(({ name }) => name === 'entity')?.http_port;
  const direct = await exchange(`http://127.0.0.1:${entityUrl}`, demo);
  say(`creating ${options.entities} entities through the API`);
  const ids = await seed(target, options.entities, say);
  await untilAudited(target, ids.at(-1) ?? '');
  const floors = await openFloors(environment.MONGODB_URI ?? '', options.entities);
  try {
    const rows = await measureRows({ target, direct, floors, ids, seconds: options.seconds });
    rows.push(await measureAudit(target));
    const lag = await measureLag(target, LAG);
    await sendMany(target, ids);
    report({ rows, lag, memory_mb: memoryOf(dataPaths(directory).state) }, options.json);
  } finally {
    await floors.close();
  }
};

const bench = async (directory: string, options: Options): Promise<void> => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const mesh = await startTestMesh(directory, stop.signal, say);
  const stopped = once(stop.signal, 'abort').then(() => Promise.reject(new Advice('Stopped before the end.')));
  try {
    await Promise.race([measureMesh(mesh.environment, directory, options), stopped]);
  } finally {
    await mesh.stop();
  }
};

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  const directory = await makeTestDirectory(join(loadSettings(process.env).dataDir, 'bench'));
  try {
    await bench(join(directory, 'mesh'), options);
  } finally {
    clearTestDirectory(directory, false);
  }
  return 0;
});
