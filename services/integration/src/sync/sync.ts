import { newId } from '@qsc/contracts';
import { integrationEvents, type SyncSnapshot } from '@qsc/contracts/events';
import { type Call, makeEvent, makeNotice } from '@qsc/service-kit/pure';
import type { Connection, ErrorHandling } from '../connection/connection.ts';
import { CONNECTION_ENTITY } from '../connection/connection-event.ts';
import { requireActive } from '../connection/life.ts';
import type { Cursor } from '../connector/connector.ts';
import { REMOTE_ERROR_CODES } from '../remote/remote-error.ts';

export const SYNC_STATUSES = ['running', 'success', 'partial_success', 'failed', 'cancelled'] as const;

export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** A user started it, the interval was over, the external system sent notices, or parked records are replayed. */
export const SYNC_TRIGGERS = ['manual', 'interval', 'realtime', 'replay'] as const;

export type SyncTrigger = (typeof SYNC_TRIGGERS)[number];

/** What can be wrong with one record: what our checks refuse, what the partner does, and that it never answered for this one. */
export const RECORD_ERROR_CODES = ['validation_failed', ...REMOTE_ERROR_CODES, 'service_unavailable'] as const;

export type RecordErrorCode = (typeof RECORD_ERROR_CODES)[number];

/** What went wrong with one record, and our sentence. */
export type RecordProblem = { record_id: string; error_code: RecordErrorCode; message: string; field: string | null };

export const CHANGE_ACTIONS = [
  'create_local',
  'update_local',
  'delete_local',
  'create_remote',
  'update_remote',
  'review',
] as const;

/** What a dry run would have done to a record, by the targets of the mapping. */
export type PlannedChange = {
  record_id: string;
  entity_id: string | null;
  action: (typeof CHANGE_ACTIONS)[number];
  fields: Readonly<Record<string, { from: unknown; to: unknown }>>;
};

export type SyncError = { code: string; message: string };

/** One synchronisation of a connection: its request, progress and result. */
export type Sync = {
  id: string;
  org_id: string;
  connection_id: string;
  connection_name: string;
  status: SyncStatus;
  trigger: SyncTrigger;
  dry_run: boolean;
  full: boolean;
  records_attempted: number;
  records_succeeded: number;
  records_failed: number;
  /** Looked at and found to be the same on both sides. */
  records_unchanged: number;
  /** The first of the failed records; all of them are parked or come again. */
  errors: readonly RecordProblem[];
  /** Of a dry run. */
  changes: readonly PlannedChange[];
  /** Why it ended before its time. */
  error: SyncError | null;
  started_at: Date;
  completed_at: Date | null;
  /** The user who started it; null where the system did. */
  requested_by: string | null;
  /** Deletions that wait for a full synchronisation. */
  held_deletions: number;
  /** What waited at its end, of any synchronisation: refused records, and open conflicts. */
  parked_records: number;
  open_conflicts: number;
  /** How long the external system took to answer; null where it has not, or does not any more. */
  response_time_ms: number | null;
  /** Of one by notices: the records that the external system notified of. */
  notified: readonly NotifiedRecords[];
  /** The parts that are done, as `<mapping>/<stage>`; a replica that takes over continues after them. */
  done: readonly string[];
  /** The position of a full walk, which does not change the cursor. */
  walked: Cursor | null;
  /** How often it was postponed since a part was done. */
  retries: number;
  /** When a replica continues it; null when it has ended. */
  next_at: Date | null;
  version: number;
};

export type SyncRequest = {
  trigger: SyncTrigger;
  dryRun: boolean;
  full: boolean;
  notified?: readonly NotifiedRecords[];
};

/** Records of an object that the external system notified of. */
export type NotifiedRecords = { object: string; external_ids: readonly string[] };

/** The result of a page, added to the progress of the synchronisation. */
export type Progress = {
  attempted: number;
  succeeded: number;
  unchanged: number;
  problems: readonly RecordProblem[];
};

export const NO_PROGRESS: Progress = { attempted: 0, succeeded: 0, unchanged: 0, problems: [] };

/** How many failed records a synchronisation names. */
const NAMED_ERRORS = 1_000;

/** A new synchronisation. Throws `connection_not_ready` unless the connection is active. */
export const startSync = (connection: Connection, request: SyncRequest, call: Call): Sync => {
  requireActive(connection);
  return {
    id: newId('sync'),
    org_id: connection.org_id,
    connection_id: connection.id,
    connection_name: connection.name,
    status: 'running',
    trigger: request.trigger,
    dry_run: request.dryRun,
    full: request.full,
    records_attempted: 0,
    records_succeeded: 0,
    records_failed: 0,
    records_unchanged: 0,
    errors: [],
    changes: [],
    error: null,
    started_at: call.now,
    completed_at: null,
    requested_by: call.actor.kind === 'system' ? null : call.actor.id,
    held_deletions: 0,
    parked_records: 0,
    open_conflicts: 0,
    response_time_ms: null,
    notified: request.notified ?? [],
    done: [],
    walked: null,
    retries: 0,
    next_at: call.now,
    version: 1,
  };
};

/** The event of a requested synchronisation, with its audit entry. */
export const syncRequested = (sync: Sync, connection: Connection, call: Call) =>
  makeEvent(integrationEvents.syncRequested, call, {
    audit: {
      action: 'update',
      entity_type: CONNECTION_ENTITY,
      entity_id: connection.id,
      entity_name: connection.name,
      entity_version: connection.version,
      changes: {},
      details: { operation: sync.trigger, sync_id: sync.id, dry_run: sync.dry_run, full: sync.full },
    },
    record: toSnapshot(sync),
  });

/** The synchronisation after a page. */
export const progressed = (sync: Sync, progress: Progress, by: Partial<Sync> = {}): Sync => ({
  ...sync,
  records_attempted: sync.records_attempted + progress.attempted,
  records_succeeded: sync.records_succeeded + progress.succeeded,
  records_failed: sync.records_failed + progress.problems.length,
  records_unchanged: sync.records_unchanged + progress.unchanged,
  errors: [...sync.errors, ...progress.problems].slice(0, NAMED_ERRORS),
  ...by,
  version: sync.version + 1,
});

/** The synchronisation before its first page, with its retries. */
export const restarted = (sync: Sync): Sync => ({
  ...sync,
  records_attempted: 0,
  records_succeeded: 0,
  records_failed: 0,
  records_unchanged: 0,
  errors: [],
  held_deletions: 0,
  done: [],
  walked: null,
});

/** The synchronisation with a part behind it: what troubled it before counts no more, unless it does that part once more. */
export const partDone = (sync: Sync, part: string): Sync => ({
  ...sync,
  done: [...sync.done, part],
  walked: null,
  retries: sync.dry_run ? sync.retries : 0,
  version: sync.version + 1,
});

/** What of a connection waits for somebody. */
export type Waiting = Pick<Sync, 'parked_records' | 'open_conflicts'>;

/** The synchronisation at its end: in part where both sides do not agree. */
export const completed = (sync: Sync, waiting: Waiting, now: Date): Sync => {
  const isWhole = isFaultless(sync) && waiting.parked_records === 0 && waiting.open_conflicts === 0;
  return ended({ ...sync, ...waiting }, isWhole ? 'success' : 'partial_success', now);
};

/** Whether nothing went wrong in the synchronisation itself. */
const isFaultless = (sync: Sync): boolean =>
  sync.records_failed === 0 && sync.held_deletions === 0 && sync.error === null;

export const failed = (sync: Sync, error: SyncError, now: Date): Sync => ended({ ...sync, error }, 'failed', now);

export const cancelled = (sync: Sync, now: Date): Sync => ended(sync, 'cancelled', now);

const ended = (sync: Sync, status: SyncStatus, now: Date): Sync => ({
  ...sync,
  status,
  completed_at: now,
  next_at: null,
  walked: null,
  version: sync.version + 1,
});

/** The notice of a synchronisation that failed or could not take some records; none of a dry run, or where all is well. */
export const failureNotice = (sync: Sync, call: Call) =>
  sync.dry_run || !['failed', 'partial_success'].includes(sync.status) || isFaultless(sync)
    ? []
    : [makeNotice(integrationEvents.syncFailed, call, { subject: sync.connection_id, record: toSnapshot(sync) })];

/**
 * The postponed synchronisation: after a trouble by the connection's delay, longer each time, at least the partner's
 * `Retry-After`, up to `max_retries` times; after a rate limit by its `Retry-After`, which is not a retry. Null when the retries
 * are used up.
 * @param random at least 0 and below 1, for the jitter of ±20 %.
 */
export const putOff = (sync: Sync, { isLimit, requestedMs }: Wait, { rule, now, random }: Backoff): Sync | null => {
  if (!isLimit && sync.retries >= rule.max_retries) return null;
  const delayMs = isLimit
    ? requestedMs || rule.retry_delay_seconds * 1_000
    : Math.max(retryDelayMs(rule, sync.retries) * (0.8 + 0.4 * random), requestedMs ?? 0);
  return {
    ...sync,
    retries: sync.retries + (isLimit ? 0 : 1),
    next_at: new Date(now.getTime() + delayMs),
    version: sync.version + 1,
  };
};

/** The synchronisation reopened with the present connection, which is not a retry. */
export const reopened = (sync: Sync, now: Date): Sync => ({ ...sync, next_at: now, version: sync.version + 1 });

/** Why a synchronisation waits; `requestedMs`: the partner's `Retry-After`. */
type Wait = { isLimit: boolean; requestedMs: number | null };

type Backoff = { rule: ErrorHandling; now: Date; random: number };

const LONGEST_DELAY_MS = 3_600_000;

/** How long the connection waits before the next try. */
export const retryDelayMs = (rule: ErrorHandling, retries: number): number =>
  Math.min(rule.retry_delay_seconds * 1_000 * (rule.exponential_backoff ? 2 ** retries : 1), LONGEST_DELAY_MS);

const toSnapshot = (sync: Sync): SyncSnapshot => ({
  id: sync.id,
  connection_id: sync.connection_id,
  connection_name: sync.connection_name,
  status: sync.status,
  trigger: sync.trigger,
  records_attempted: sync.records_attempted,
  records_succeeded: sync.records_succeeded,
  records_failed: sync.records_failed,
  error: sync.error,
});
