import { type LoadRequest, type Measured, measureLoad } from './load.ts';
import type { BenchMesh } from './mesh.ts';
import type { RowKind } from './rows/row.ts';
import { type Cpu, cpuBetween, cpuSum, measureCpu } from './usage.ts';

/** What a load came to on one mesh. CPU is in milliseconds for each request, by process. */
export type Row = Omit<Measured, 'requests'> & {
  name: string;
  mesh: BenchMesh['name'];
  concurrency: number;
  floor_rps: number | null;
  /** `rps` over `floor_rps`. */
  ratio: number | null;
  floor_p50_ms: number;
  floor_p99_ms: number;
  /** `p99_ms` over `floor_p99_ms`. */
  p99_ratio: number;
  cpu_ms: Cpu;
};

type Slice = { measured: Measured; floor: Measured; cpu: Cpu };

const ROUNDS = 4;
const WARM_UP_SECONDS = 1;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const toRow = (mesh: BenchMesh, of: { name: string; concurrency: number }, slices: readonly Slice[]): Row => {
  const measured = slices.map((slice) => slice.measured);
  const requests = measured.reduce((sum, slice) => sum + slice.requests, 0);
  const rps = mean(measured.map((slice) => slice.rps));
  const floor_rps = mean(slices.map(({ floor }) => floor.rps));
  const p99_ms = Math.max(...measured.map((slice) => slice.p99_ms));
  const floor_p99_ms = Math.max(...slices.map(({ floor }) => floor.p99_ms));
  // A slice may be over before its first answer.
  const answered = Math.max(1, requests);
  const used = Object.entries(slices.map(({ cpu }) => cpu).reduce(cpuSum));
  return {
    ...of,
    mesh: mesh.name,
    rps,
    p50_ms: mean(measured.map((slice) => slice.p50_ms)),
    p99_ms,
    floor_rps,
    ratio: rps / floor_rps,
    floor_p50_ms: mean(slices.map(({ floor }) => floor.p50_ms)),
    floor_p99_ms,
    p99_ratio: p99_ms / floor_p99_ms,
    cpu_ms: Object.fromEntries(used.map(([name, ms]) => [name, ms / answered])),
  };
};

/**
 * Measures one kind of load on each mesh in four slices, in turn and in the other order each time, each slice with its floor
 * before it: so that a machine that slows down or speeds up meets all of them. Percentiles are the mean (p50) and the worst
 * (p99) of the slices.
 */
export const measureRow = async (
  meshes: readonly BenchMesh[],
  kind: RowKind,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Row[]> => {
  const slice = { connections, seconds: Math.max(1, seconds / ROUNDS) };
  const measureSlice = async (mesh: BenchMesh, next: () => LoadRequest): Promise<Slice> => {
    const floor = await kind.floor(mesh, { connections, seconds: slice.seconds / 2 });
    const before = measureCpu(mesh.processes);
    const measured = await measureLoad(mesh.target, slice, next);
    return { measured, floor, cpu: cpuBetween(before, measureCpu(mesh.processes)) };
  };
  const taken = meshes.map((mesh) => ({ mesh, next: kind.requests(mesh), slices: [] as Slice[] }));
  for (const { mesh, next } of taken) await measureLoad(mesh.target, { connections, seconds: WARM_UP_SECONDS }, next);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { mesh, next, slices } of round % 2 ? taken.toReversed() : taken)
      slices.push(await measureSlice(mesh, next));
  return taken.map(({ mesh, slices }) => toRow(mesh, { name: kind.name, concurrency: connections }, slices));
};
