import type { BenchMesh } from '../mesh.ts';
import { type Cpu, cpuBetween, measureCpu } from '../usage.ts';
import { measureBareLoop } from './floor.ts';
import { startReceivers } from './receivers.ts';
import { createMany, register, unregister } from './registration.ts';

const RECEIVERS = 80;
const TYPE = 'equipment';

/** Deliveries a second to receivers that take everything, and what a bare loop does with the same. */
export type DeliveryRate = {
  receivers: number;
  deliveries: number;
  per_second: number;
  floor_per_second: number;
  /** The CPU of each delivery by process in microseconds, from the creation of the entities on; `floor` is the bare loop's. */
  cpu_us: Cpu;
};

/**
 * Sends so many events to eighty receivers. The rate is that from the first arrival to the last one; the bare loop comes
 * afterwards, with the bodies that came.
 */
export const measureDeliveryRate = async (
  { target, processes }: Pick<BenchMesh, 'target' | 'processes'>,
  events: number,
): Promise<DeliveryRate> => {
  const receivers = startReceivers();
  const paths: string[] = [];
  try {
    const urls: string[] = [];
    for (let index = 0; index < RECEIVERS; index += 1) urls.push(await receivers.open('fast'));
    for (const url of urls) paths.push(await register(target, url, [TYPE]));
    const before = measureCpu(processes);
    await createMany(target, TYPE, events);
    const count = events * RECEIVERS;
    const { first_ms, last_ms } = await receivers.has(count);
    const { load: _load, ...mesh } = cpuBetween(before, measureCpu(processes));
    const bodies = await receivers.bodies();
    const bare = measureCpu([]);
    const floor_per_second = await measureBareLoop({ urls, bodies, count });
    const { load: floor = 0 } = cpuBetween(bare, measureCpu([]));
    const per_second = count / Math.max(0.001, (last_ms - first_ms) / 1_000);
    const cpu_us = forEach({ ...mesh, floor }, count);
    return { receivers: RECEIVERS, deliveries: count, per_second, floor_per_second, cpu_us };
  } finally {
    receivers.close();
    await unregister(target, paths);
  }
};

const forEach = (cpu: Cpu, count: number): Cpu =>
  Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, Math.round((ms * 1_000) / count)]));
