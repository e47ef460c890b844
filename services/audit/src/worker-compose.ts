import { auditTasks } from '@qsc/contracts/events';
import { type FileStore, makeFileSweep, openFileStore } from '@qsc/file-store';
import {
  type Clock,
  type Composed,
  type Consumer,
  type KeyRing,
  type Kit,
  type Leases,
  leaseDefinition,
  makeKeyRing,
  makeLeases,
  makeSoleWorker,
  type Runner,
  type RunningService,
  type StartOptions,
  startService,
  workOn,
} from '@qsc/service-kit';
import { type Chains, openChains } from './chain/open-chains.ts';
import { makeCheckpointSigner } from './checkpoint/checkpoint.signer.ts';
import { openCheckpointArchive } from './checkpoint/open-checkpoint-archive.ts';
import { auditCollections } from './collections.ts';
import type { WorkerConfig } from './config.ts';
import { type EntryCollection, entryDefinition } from './entry/entry.store.ts';
import { exportDefinition, makeExportStore } from './export/export.store.ts';
import { makeExportSweep } from './export/export.sweep.ts';
import { makeExportWorker } from './export/export.worker.ts';
import { openExportedLog } from './export/exported-log.ts';
import { openRetention } from './retention/retention.store.ts';
import { makeRetentionEvidence } from './retention/retention-evidence.ts';
import { makeEntryRemoval } from './segment/entry-removal.ts';
import { makeArchiver } from './segment/segment.archiver.ts';
import { makeRemover } from './segment/segment.remover.ts';
import { makeSegmentWriter } from './segment/segment.writer.ts';

/**
 * `exportQueue`: another queue, for tests that share a broker; `everyMs`: the interval between two passes of each scheduled
 * work; `segmentEntries`: the largest number of entries of an archived segment.
 */
export type WorkerOptions = StartOptions & {
  exportQueue?: string;
  clock?: Clock;
  everyMs?: number;
  segmentEntries?: number;
};

type ExportParts = {
  entries: EntryCollection;
  chains: Pick<Chains, 'segments' | 'reader'>;
  files: FileStore;
  ring: KeyRing;
  leases: Leases;
  ttlSeconds: number;
  queue: string | undefined;
  /** The pause of the sweep. */
  everyMs: number | undefined;
};

const EXPORTS_AT_ONCE = 2;
const EXPIRED_EXPORTS_EVERY_MS = 60_000;

/** What the worker does for exports: it writes their files, and removes those that have expired. */
const makeExportWork = (kit: Kit, parts: ExportParts): { consumer: Consumer; runner: Runner; stop: () => void } => {
  const { open, identity, unitOfWork, clock, log } = kit;
  const { files, ring, leases, ttlSeconds, everyMs = EXPIRED_EXPORTS_EVERY_MS } = parts;
  const store = makeExportStore(open(exportDefinition));
  const { stop, ...worker } = makeExportWorker({
    store,
    entries: openExportedLog(parts.entries, parts.chains),
    files,
    organizations: identity.organizations,
    ring,
    unitOfWork,
    clock,
    log,
    ttlMs: ttlSeconds * 1_000,
  });
  const definition = { ...auditTasks.export, queue: parts.queue ?? auditTasks.export.queue };
  const sweep = makeExportSweep({ store, files, unitOfWork, clock, log });
  return {
    consumer: workOn({ definition, ...worker, atOnce: EXPORTS_AT_ONCE, log }),
    runner: makeSoleWorker({ name: 'expired exports', leases, work: sweep, everyMs, log }),
    stop,
  };
};

const CHECKPOINTS_EVERY_MS = 10_000;

type CheckpointParts = {
  chains: Chains;
  leases: Leases;
  config: Pick<WorkerConfig, 'AUDIT_CHECKPOINT_ENTRIES' | 'AUDIT_CHECKPOINT_SECONDS'>;
  everyMs: number | undefined;
};

/** The work that signs checkpoints, on one replica, pass after pass. */
const composeCheckpoints = (
  { unitOfWork, clock, log, metrics }: Kit,
  {
    chains: { chains, walk, breakAgainst, checkpoints, checkpointParts },
    leases,
    config,
    everyMs = CHECKPOINTS_EVERY_MS,
  }: CheckpointParts,
): Runner => {
  const signed = metrics.counter('audit_checkpoints_signed_total', 'Checkpoints signed');
  const refused = metrics.counter('audit_checkpoints_refused_total', 'Times that a broken chain got no checkpoint');
  const rule = { entries: config.AUDIT_CHECKPOINT_ENTRIES, seconds: config.AUDIT_CHECKPOINT_SECONDS };
  const failed = metrics.counter(
    'audit_checkpoints_failed_total',
    'Times that a checkpoint could not be signed or stored',
  );
  let passed = clock();
  metrics.gauge(
    'audit_checkpoint_pass_timestamp_seconds',
    'When this process has last looked at every chain, or else was started',
    () => passed.getTime() / 1000,
  );
  const passMetrics = {
    signed: () => signed.inc(),
    refused: () => refused.inc(),
    failed: () => failed.inc(),
    passed: () => {
      passed = clock();
    },
  };
  const parts = {
    chains,
    walk,
    breakAgainst,
    checkpoints,
    ...checkpointParts,
    rule,
    unitOfWork,
    clock,
    log,
    metrics: passMetrics,
  };
  return makeSoleWorker({ name: 'checkpoints', leases, work: makeCheckpointSigner(parts), everyMs, log });
};

const RETENTION_EVERY_MS = 10 * 60_000;

type ArchiveParts = {
  chains: Chains;
  files: FileStore;
  leases: Leases;
  everyMs: number | undefined;
  segmentEntries?: number;
};

/** The work that archives and removes by the policies, on one replica, pass after pass. */
const composeArchive = (
  kit: Kit,
  {
    chains: { chains, seals, segments, reader },
    files,
    leases,
    everyMs = RETENTION_EVERY_MS,
    segmentEntries,
  }: ArchiveParts,
): Runner => {
  const { unitOfWork, clock, log, open } = kit;
  const { policies, holds, turn } = openRetention(kit);
  const parts = { chains, segments, unitOfWork, clock, log, policies };
  const entries = open(entryDefinition);
  const evidence = makeRetentionEvidence({ log: openExportedLog(entries, { segments, reader }), policies, holds });
  const atMost = segmentEntries === undefined ? {} : { atMost: segmentEntries };
  const writer = makeSegmentWriter({ store: chains, files, seals, ...atMost });
  const archive = makeArchiver({ ...parts, writer, files });
  const remove = makeRemover({ ...parts, evidence, turn, reader, removal: makeEntryRemoval(entries) });
  return makeSoleWorker({
    name: 'retention',
    leases,
    async work(lease, signal) {
      await archive(lease, signal);
      await remove(lease, signal);
    },
    everyMs,
    log,
  });
};

const compose = async (kit: Kit, config: WorkerConfig, options: WorkerOptions): Promise<Composed> => {
  const { clock, log, open } = kit;
  const { exportQueue, everyMs, segmentEntries } = options;
  const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
  const files = await openFileStore(config, kit);
  const checkpointArchive = await openCheckpointArchive(config, { use: 'write', clock });
  if (!checkpointArchive) log.warn('checkpoints are stored in the database alone: no archive outside is configured');
  const chains = openChains(kit, { ring, files, checkpointArchive });
  const leases = makeLeases({ rows: open(leaseDefinition), clock });
  const archive = { chains, files, leases, everyMs, ...(segmentEntries === undefined ? {} : { segmentEntries }) };
  const exports = makeExportWork(kit, {
    entries: open(entryDefinition),
    chains,
    files,
    ring,
    leases,
    ttlSeconds: config.AUDIT_EXPORT_TTL_SECONDS,
    queue: exportQueue,
    everyMs,
  });
  const runners = [
    exports.runner,
    composeCheckpoints(kit, { chains, leases, config, everyMs }),
    composeArchive(kit, archive),
    makeFileSweep({ files, leases, clock, log, everyMs }),
  ];
  return {
    routes: [],
    consumers: [exports.consumer],
    checks: { files: files.isReady },
    start: (signal) => runners.forEach((runner) => void runner.start(signal)),
    async stop() {
      exports.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      files.close();
      checkpointArchive?.close();
    },
  };
};

/**
 * Starts the program that does the audit log's long and scheduled work: exports, checkpoints, archives and removal. It works on
 * the audit service's database with a user of its own, and is scaled apart from the service.
 */
export const startAuditWorker = (config: WorkerConfig, options: WorkerOptions = {}): Promise<RunningService> =>
  startService(
    {
      name: 'audit-worker',
      database: 'audit',
      config,
      collections: auditCollections,
      compose: (kit) => compose(kit, config, options),
      ...(options.clock ? { clock: options.clock } : {}),
    },
    options,
  );
