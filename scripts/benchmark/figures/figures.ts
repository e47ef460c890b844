import { FLOOR_DATABASE } from '../bare-driver.ts';
import { measureLoad } from '../load.ts';
import type { BenchMesh } from '../mesh.ts';
import type { Options } from '../options.ts';
import { filledWith } from '../rows/row.ts';
import type { Material } from '../seed.ts';
import { measureSyncs, type SyncRate } from '../sync/sync-rate.ts';
import { readMemory } from '../usage.ts';
import { measureDeliveryDelay } from '../webhook/delay.ts';
import { measureDeliveryRate } from '../webhook/rate.ts';
import { measureAppends } from './append.ts';
import { measureIndexCost } from './index-cost.ts';
import { measureIntake, measureLag } from './lag.ts';
import { measureWholeLog } from './whole-log.ts';

/** A figure that is no rate of requests: how it is measured on a mesh, and described in a sentence. */
export type Figure = {
  name: string;
  /** Its key in the JSON of the result. */
  key: string;
  /** What a mesh has to be filled with. */
  of?: Material;
  /** A service that the mesh has to have. */
  service?: string;
  measure(mesh: BenchMesh, options: Options): Promise<object>;
  /** The line of the report, after the name and the mesh; none for a table. */
  describe?(measured: never): string;
};

const figure = <Measured extends object>(
  declared: Omit<Figure, 'measure' | 'describe'> & {
    measure(mesh: BenchMesh, options: Options): Promise<Measured>;
    describe?(measured: Measured): string;
  },
): Figure => declared as Figure;

const MEMORY_REQUESTS = 100_000;

const measureMemory = async (mesh: BenchMesh): Promise<Record<string, number>> => {
  const { ids } = filledWith(mesh, 'entity');
  for (let sent = 0; sent < MEMORY_REQUESTS; ) {
    const measured = await measureLoad(mesh.target, { connections: 64, seconds: 5 }, () => ({
      method: 'GET',
      path: `/v1/entities/${ids[Math.floor(Math.random() * ids.length)]}`,
    }));
    sent += measured.requests;
  }
  return readMemory(mesh.processes);
};

const seconds = (took: number, floor: number, mib: number): string =>
  `${took.toFixed(1)} s, bare driver ${floor.toFixed(1)} s, at most ${mib} MiB`;

/** The figures beside the rows, in the order in which they are measured. */
export const FIGURES: readonly Figure[] = [
  figure({
    name: 'relay and audit',
    key: 'audit',
    measure: measureIntake,
    describe: ({ entries_per_second, lag_ms }) =>
      `${Math.round(entries_per_second)} entries/s by bulk, the last one after ${Math.round(lag_ms)} ms`,
  }),
  figure({
    name: 'audit append',
    key: 'appends',
    measure: ({ client, amqpUrl }) => measureAppends(client, amqpUrl),
    describe: ({ entries_per_second, floor_entries_per_second }) =>
      `${Math.round(entries_per_second)} entries/s from the broker into one chain, ${Math.round(floor_entries_per_second)}/s by the bare driver`,
  }),
  figure({
    name: 'audit whole log',
    key: 'whole_logs',
    of: 'audit',
    measure: measureWholeLog,
    describe: (took) =>
      `${took.entries} entries: verify ${seconds(took.verify_seconds, took.verify_floor_seconds, took.verify_mib)}; export as csv, ${took.export_bytes} bytes, ${seconds(took.export_seconds, took.export_floor_seconds, took.export_mib)}`,
  }),
  figure({
    name: 'audit lag',
    key: 'lag',
    measure: measureLag,
    describe: ({ writes_per_second, p50_ms, p99_ms, samples }) =>
      `at ${writes_per_second} writes/s p50 ${p50_ms} ms, p99 ${p99_ms} ms (${samples} samples)`,
  }),
  figure({
    name: 'supplier indexes',
    key: 'index_cost',
    measure: ({ client }) => measureIndexCost(client.db(FLOOR_DATABASE)),
    describe: ({ indexes, with_per_second, without_per_second }) =>
      `${Math.round(with_per_second)} rows/s into a collection with ${indexes} indexes, ${Math.round(without_per_second)}/s into one without`,
  }),
  figure({
    name: 'webhooks: deliveries',
    key: 'deliveries',
    service: 'webhook',
    measure: (mesh, { events }) => measureDeliveryRate(mesh, events),
    describe({ receivers, deliveries, per_second, floor_per_second, cpu_us: { floor, ...own } }) {
      const sum = Object.values(own).reduce((all, us) => all + us, 0);
      return `${Math.round(per_second)}/s to ${receivers} receivers, bare loop ${Math.round(floor_per_second)}/s, ratio ${(per_second / floor_per_second).toFixed(2)} (${deliveries} deliveries); CPU of each: webhook ${own.webhook} µs, mongodb ${own.mongodb} µs, the mesh ${sum} µs, bare loop ${floor} µs`;
    },
  }),
  figure({
    name: 'webhooks: delay',
    key: 'delivery_delay',
    service: 'webhook',
    measure: ({ target }, options) => measureDeliveryDelay(target, options),
    describe: ({ waiting, samples, ...delay }) =>
      `from the event to a fast receiver: alone p50 ${delay.alone_p50_ms} ms, p99 ${delay.alone_p99_ms} ms; with ${waiting} events waiting for each of a slow, a failing and a deaf one p50 ${delay.p50_ms} ms, p99 ${delay.p99_ms} ms (${samples} samples each)`,
  }),
  figure({
    name: 'integrations: sync',
    key: 'syncs',
    service: 'integration',
    measure: (mesh, { syncRecords }): Promise<SyncRate[]> => measureSyncs(mesh, syncRecords),
  }),
  figure({
    name: 'memory',
    key: 'memory_mb',
    of: 'entity',
    measure: measureMemory,
    describe: (memory) => `in MiB after ${MEMORY_REQUESTS} requests ${JSON.stringify(memory)}`,
  }),
];
