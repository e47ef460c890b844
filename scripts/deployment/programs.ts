import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditQueueName, BROKER, QUEUES } from '@qsc/contracts/events';
import { RULES } from '../monitoring/monitoring.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { SERVICES, type ServiceRow } from '../runtime/processes.ts';

const FILES = join(REPOSITORY, 'deploy/helm/qsc/files');

/** The alerts, which Helm reads only from inside of the chart. */
export const CHART_RULES = join(FILES, 'rules.yml');

/** What a chart needs to know of a program. */
type ChartProgram = Pick<ServiceRow, 'name' | 'entry' | 'keepsData' | 'migratesAs' | 'secrets' | 'options'> & {
  nodeFlags: readonly string[];
  grpc: boolean;
  /** Whether it brings a database up to date; a worker works on that of its service. */
  migrates: boolean;
  /** Whether clients reach it from outside. */
  edge: boolean;
  /** Who asks whom over gRPC, and who calls whom over HTTP. */
  asks: string[];
  askedBy: string[];
  calls: string[];
  calledBy: string[];
  forwards: string[];
  /** What it reaches beside other programs, by the names of the values under `network`. */
  outside: string[];
  /** The queues that it takes messages from. */
  queues: string[];
};

const EDGE = ['gateway', 'identity'];
const KEY_SET = 'identity';

const listAsked = ({ name, asks }: ServiceRow): string[] => [...(name === KEY_SET ? [] : [KEY_SET]), ...asks];

/** The gateway forwards; every program reads the key set that tokens are verified by. */
const listCalled = ({ name, forwards = [] }: ServiceRow): string[] => [
  ...new Set([...forwards, ...(name === KEY_SET ? [] : [KEY_SET])]),
];

const CUSTOMERS = ['webhook', 'integration'];

const listOutside = ({ name, keepsData, options }: ServiceRow): string[] => [
  ...(keepsData ? ['mongodb', 'rabbitmq'] : []),
  ...(options.includes('REDIS_URL') ? ['valkey'] : []),
  ...(options.includes('SMTP_URL') ? ['mail'] : []),
  ...(options.includes('FILE_STORE') ? ['files'] : []),
  ...(CUSTOMERS.includes(name) ? ['customers'] : []),
  'telemetry',
];

/** Extractions are read by the certificate worker, from a queue of the service's name. */
const listQueues = ({ name }: ServiceRow): string[] => {
  if (name === 'audit') return Array.from({ length: BROKER.partitions }, (_, partition) => auditQueueName(partition));
  const prefix = name === 'certificate-worker' ? 'certificate.' : `${name}.`;
  return name === 'certificate' ? [] : QUEUES.filter((queue) => queue.startsWith(prefix));
};

const listNames = (test: (row: ServiceRow) => boolean): string[] => SERVICES.filter(test).map(({ name }) => name);

const toProgram = (row: ServiceRow): ChartProgram => ({
  name: row.name,
  entry: row.entry,
  nodeFlags: row.nodeFlags ?? [],
  keepsData: row.keepsData,
  ...(row.migratesAs ? { migratesAs: row.migratesAs } : {}),
  secrets: row.secrets,
  options: row.options,
  grpc: row.grpcOffset !== null,
  migrates: row.keepsData && !row.name.endsWith('-worker'),
  edge: EDGE.includes(row.name),
  asks: listAsked(row),
  askedBy: listNames((other) => listAsked(other).includes(row.name)),
  calls: listCalled(row),
  calledBy: listNames((other) => listCalled(other).includes(row.name)),
  forwards: [...(row.forwards ?? [])],
  outside: listOutside(row),
  queues: listQueues(row),
});

/** The table of programs as the chart reads it, made from the one that runs the mesh. */
export const chartPrograms = (): string => `${JSON.stringify({ programs: SERVICES.map(toProgram) }, null, 2)}\n`;

if (import.meta.main) {
  writeFileSync(join(FILES, 'programs.json'), chartPrograms());
  copyFileSync(RULES, CHART_RULES);
}
