import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { say } from '../runtime/command-line.ts';
import type { AppendRate } from './audit/append.ts';
import type { WholeLog } from './audit/whole-log.ts';
import type { Row } from './measure.ts';
import type { IndexCost } from './supplier/index-cost.ts';
import type { SyncRate } from './sync/sync-rate.ts';
import { type Line, tableOf } from './table.ts';
import type { DeliveryDelay } from './webhook/delay.ts';
import type { DeliveryRate } from './webhook/rate.ts';

type ByMesh = { mesh: string };

/** What was measured; each figure names its mesh. */
export type Result = {
  rows: Row[];
  audit: (ByMesh & { entries_per_second: number; lag_ms: number })[];
  appends: (ByMesh & AppendRate)[];
  whole_logs: (ByMesh & WholeLog)[];
  lag: (ByMesh & { p50_ms: number; p99_ms: number; samples: number; writes_per_second: number })[];
  index_cost: (ByMesh & IndexCost)[];
  deliveries: (ByMesh & DeliveryRate)[];
  delivery_delay: (ByMesh & DeliveryDelay)[];
  syncs: (ByMesh & SyncRate)[];
  memory_mb: (ByMesh & Record<string, number | string>)[];
};

/** The processes that a row of two meshes is told of. */
const COMPARED = ['mongodb', 'entity', 'supplier', 'certificate', 'audit', 'gateway'];

const HEAD = ['name', 'concurrency', 'mesh'];

const sumOf = (cpu: Row['cpu_ms']): number => Object.values(cpu).reduce((sum, ms) => sum + ms, 0);

const cpuLine = (row: Row): Line => ({ ...row, ...row.cpu_ms, sum: sumOf(row.cpu_ms) });

/** What this mesh does over what the other one does, row by row. */
const comparedLine = (row: Row, other: Row): Line => {
  const share = (name: string) => (row.cpu_ms[name] ?? 0) / (other.cpu_ms[name] ?? 0);
  return {
    name: row.name,
    concurrency: row.concurrency,
    rps: row.rps / other.rps,
    ...Object.fromEntries(COMPARED.map((name) => [name, share(name)])),
    sum: sumOf(row.cpu_ms) / sumOf(other.cpu_ms),
  };
};

const processesOf = (rows: readonly Row[]): string[] => [...new Set(rows.flatMap(({ cpu_ms }) => Object.keys(cpu_ms)))];

/** The rows as text, one line each. */
export const ratesOf = (rows: readonly Row[]): string =>
  tableOf(
    [...HEAD, 'rps', 'floor_rps', 'ratio', 'p50_ms', 'floor_p50_ms', 'p99_ms', 'floor_p99_ms', 'p99_ratio'],
    rows,
  );

const comparisonOf = (rows: readonly Row[]): string => {
  const lines = rows
    .filter(({ mesh }) => mesh === 'this')
    .flatMap((row) => {
      const isOther = ({ name, concurrency, mesh }: Row) =>
        mesh === 'against' && name === row.name && concurrency === row.concurrency;
      return rows.filter(isOther).map((other) => comparedLine(row, other));
    });
  const columns = ['name', 'concurrency', 'rps', ...COMPARED, 'sum'];
  return lines.length === 0 ? '' : `\nthis over against, rates and CPU for each request:\n${tableOf(columns, lines)}\n`;
};

const sayWebhooks = ({ deliveries, delivery_delay }: Result): void => {
  for (const { mesh, receivers, deliveries: count, per_second, floor_per_second, cpu_us } of deliveries) {
    say(
      `webhooks: deliveries (${mesh}): ${Math.round(per_second)}/s to ${receivers} receivers, bare loop ${Math.round(floor_per_second)}/s, ratio ${(per_second / floor_per_second).toFixed(2)} (${count} deliveries)`,
    );
    const { floor, ...own } = cpu_us;
    const sum = Object.values(own).reduce((all, us) => all + us, 0);
    say(
      `webhooks: CPU of a delivery (${mesh}): webhook ${own.webhook} µs, mongodb ${own.mongodb} µs, the mesh ${sum} µs; bare loop ${floor} µs`,
    );
  }
  for (const { mesh, waiting, samples, ...delay } of delivery_delay)
    say(
      `webhooks: delay (${mesh}) from the event to a fast receiver: alone p50 ${delay.alone_p50_ms} ms, p99 ${delay.alone_p99_ms} ms; with ${waiting} events waiting for each of a slow, a failing and a deaf one p50 ${delay.p50_ms} ms, p99 ${delay.p99_ms} ms (${samples} samples each)`,
    );
};

const SYNC_COLUMNS = [
  'partner',
  'mesh',
  'records',
  'inbound_per_second',
  'floor_per_second',
  'times_the_floor',
  'cpu_mesh',
  'cpu_mongodb',
  'cpu_rabbitmq',
  'cpu_integration',
  'cpu_entity',
  'cpu_workflow',
  'cpu_supplier',
  'outbound_per_second',
  'written_again',
];

const saySyncs = ({ syncs }: Result): void => {
  if (syncs.length > 0) say(`\nsuppliers synchronised:\n${tableOf(SYNC_COLUMNS, syncs)}\n`);
};

const sayWholeLogs = ({ whole_logs }: Result): void => {
  for (const { mesh, entries, ...took } of whole_logs) {
    const seconds = (name: 'verify' | 'export') =>
      `${took[`${name}_seconds`].toFixed(1)} s, bare driver ${took[`${name}_floor_seconds`].toFixed(1)} s, at most ${took[`${name}_mib`]} MiB`;
    say(
      `audit whole log (${mesh}), ${entries} entries: verify ${seconds('verify')}; export as csv, ${took.export_bytes} bytes, ${seconds('export')}`,
    );
  }
};

/** Shows the result, and writes it as JSON where a file is named. */
export const report = (result: Result, memoryRequests: number, file: string | undefined): void => {
  const { rows, audit, appends, lag, index_cost, memory_mb } = result;
  if (rows.length > 0) {
    say(`\n${ratesOf(rows)}\n`);
    say(`CPU in ms for each request:\n${tableOf([...HEAD, ...processesOf(rows), 'sum'], rows.map(cpuLine))}`);
    say(comparisonOf(rows));
  }
  for (const { mesh, entries_per_second, lag_ms } of audit)
    say(
      `relay and audit (${mesh}): ${Math.round(entries_per_second)} entries/s by bulk, the last one after ${Math.round(lag_ms)} ms`,
    );
  for (const { mesh, entries_per_second, floor_entries_per_second } of appends)
    say(
      `audit append (${mesh}): ${Math.round(entries_per_second)} entries/s from the broker into one chain, ${Math.round(floor_entries_per_second)}/s by the bare driver`,
    );
  sayWholeLogs(result);
  for (const { mesh, writes_per_second, p50_ms, p99_ms, samples } of lag)
    say(
      `audit lag (${mesh}) at ${writes_per_second} writes/s: p50 ${p50_ms} ms, p99 ${p99_ms} ms (${samples} samples)`,
    );
  for (const { mesh, indexes, with_per_second, without_per_second } of index_cost)
    say(
      `supplier rows (${mesh}): ${Math.round(with_per_second)}/s into a collection with ${indexes} indexes, ${Math.round(without_per_second)}/s into one without`,
    );
  sayWebhooks(result);
  saySyncs(result);
  for (const { mesh, ...memory } of memory_mb)
    say(`memory in MiB after ${memoryRequests} requests (${mesh}): ${JSON.stringify(memory)}`);
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  say(`machine: ${machine}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
  if (file) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
};
