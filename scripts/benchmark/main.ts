import { once } from 'node:events';
import { join } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { loadSettings } from '../runtime/settings.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { FIGURES, type Figure } from './figures/figures.ts';
import { measureRow, type Row } from './measure.ts';
import { type BenchMesh, fillMesh, type Started, startAgainst, startThis } from './mesh.ts';
import { isWanted, type Options, readOptions } from './options.ts';
import { reportEnd, reportRows, toRates, toTable } from './report.ts';
import type { RowKind } from './rows/row.ts';
import { ROWS } from './rows/rows.ts';

const measureRows = async (
  meshes: readonly BenchMesh[],
  kinds: readonly RowKind[],
  { seconds }: Options,
): Promise<Row[]> => {
  const rows: Row[] = [];
  const loads = new Set(kinds.flatMap((kind) => kind.connections).toSorted((one, other) => one - other));
  for (const connections of loads)
    for (const kind of kinds.filter((one) => one.connections.includes(connections))) {
      const able = meshes.filter(({ filled }) => kind.of in filled);
      const measured = await measureRow(able, kind, { connections, seconds });
      say(toRates(measured).split('\n').slice(1).join('\n'));
      rows.push(...measured);
    }
  return rows;
};

const measureFigure = async (figure: Figure, meshes: readonly BenchMesh[], options: Options): Promise<object[]> => {
  const { name, of, service, measure, describe } = figure;
  const able = meshes
    .filter(({ filled }) => of === undefined || of in filled)
    .filter(({ processes }) => service === undefined || processes.some((one) => one.name === service));
  const all: object[] = [];
  for (const mesh of able) {
    const measured = await measure(mesh, options);
    if (describe) say(`${name} (${mesh.name}): ${describe(measured as never)}`);
    all.push(...[measured].flat().map((one) => ({ mesh: mesh.name, ...one })));
  }
  const [first] = all;
  if (!describe && first) say(`\n${name}:\n${toTable(Object.keys(first), all as Record<string, unknown>[])}\n`);
  return all;
};

const measureMeshes = async (started: readonly Started[], options: Options): Promise<void> => {
  const kinds = ROWS.filter(({ name }) => isWanted(options, name));
  const figures = FIGURES.filter(({ name }) => isWanted(options, name));
  const wanted = new Set([...kinds, ...figures].flatMap(({ of }) => of ?? []));
  const meshes: BenchMesh[] = [];
  try {
    for (const mesh of started) meshes.push(await fillMesh(mesh, { ...options, wanted, say }));
    const rows = await measureRows(meshes, kinds, options);
    reportRows(rows, say);
    const result: Record<string, object[]> = { rows };
    for (const figure of figures) result[figure.key] = await measureFigure(figure, meshes, options);
    reportEnd(result, options.json, say);
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
