import { auditTasks } from '@qsc/contracts/events';
import type { FileStore } from '@qsc/file-store';
import {
  type Consumer,
  type KeyRing,
  type Kit,
  type Leases,
  makeSoleWorker,
  type Runner,
  workOn,
} from '@qsc/service-kit';
import type { EntryCollection } from '../entry/entry.store.ts';
import { exportDefinition, makeExportStore } from '../export/export.store.ts';
import { makeExportSweep } from '../export/export.sweep.ts';
import { makeExportWorker } from '../export/export.worker.ts';
import type { Chains } from './chain.ts';
import { openExportedLog } from './exports.ts';

type Parts = {
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

const AT_ONCE = 2;
const EXPIRED_EVERY_MS = 60_000;

/** What the worker does for exports: it writes their files, and removes those that have expired. */
export const makeExportWork = (kit: Kit, parts: Parts): { consumer: Consumer; runner: Runner; stop: () => void } => {
  const { open, identity, unitOfWork, clock, log } = kit;
  if (!identity) throw new Error('The audit worker needs the identity service.');
  const { files, ring, leases, ttlSeconds, everyMs = EXPIRED_EVERY_MS } = parts;
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
    consumer: workOn({ definition, ...worker, atOnce: AT_ONCE, log }),
    runner: makeSoleWorker({ name: 'expired exports', leases, work: sweep, everyMs, log }),
    stop,
  };
};
