import { type Cpu, cpuBetween, cpuOf, cpuSum } from './cpu.ts';
import { type Measured, measureLoad } from './load.ts';
import type { BenchMesh } from './mesh.ts';
import type { RowKind } from './rows.ts';

/** What a load came to on one mesh. CPU is in milliseconds for each request, by process. */
export type Row = Omit<Measured, 'requests'> & {
  name: string;
  mesh: BenchMesh['name'];
  concurrency: number;
  floor_rps: number | null;
  /** `rps` over `floor_rps`. */
  ratio: number | null;
  cpu_ms: Cpu;
};

type Part = { measured: Measured; floor: Measured; cpu: Cpu };

const WARM_UP_SECONDS = 1;

const mean = (one: number, other: number): number => (one + other) / 2;

const joined = (one: Measured, other: Measured): Measured => ({
  requests: one.requests + other.requests,
  rps: mean(one.rps, other.rps),
  p50_ms: mean(one.p50_ms, other.p50_ms),
  p99_ms: Math.max(one.p99_ms, other.p99_ms),
});

const rowOf = (mesh: BenchMesh, of: { name: string; concurrency: number }, [one, other]: [Part, Part]): Row => {
  const { requests, ...measured } = joined(one.measured, other.measured);
  const floor_rps = mean(one.floor.rps, other.floor.rps);
  const used = Object.entries(cpuSum(one.cpu, other.cpu));
  const cpu_ms = Object.fromEntries(used.map(([name, ms]) => [name, ms / requests]));
  return { ...of, mesh: mesh.name, ...measured, floor_rps, ratio: measured.rps / floor_rps, cpu_ms };
};

/**
 * Measures one kind of load on each mesh in two halves, the second time in the other order, each half with its floor before
 * it: so that a machine that slows down or speeds up meets all of them. Percentiles are the mean (p50) and the worse (p99) of
 * the halves.
 */
export const measureRow = async (
  meshes: readonly BenchMesh[],
  kind: RowKind,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Row[]> => {
  const half = { connections, seconds: Math.max(1, seconds / 2) };
  const short = { connections, seconds: WARM_UP_SECONDS };
  const measurePart = async (mesh: BenchMesh): Promise<Part> => {
    const shots = kind.shots(mesh);
    const floor = await kind.floor(mesh, { connections, seconds: Math.max(1, seconds / 4) });
    await measureLoad(mesh.target, short, shots);
    const before = cpuOf(mesh.processes);
    const measured = await measureLoad(mesh.target, half, shots);
    return { measured, floor, cpu: cpuBetween(before, cpuOf(mesh.processes)) };
  };
  const first: Part[] = [];
  const second: Part[] = [];
  for (const mesh of meshes) first.push(await measurePart(mesh));
  for (const mesh of meshes.toReversed()) second.unshift(await measurePart(mesh));
  return meshes.map((mesh, index) =>
    rowOf(mesh, { name: kind.name, concurrency: connections }, [first[index], second[index]] as [Part, Part]),
  );
};
