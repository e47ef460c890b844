import type { Kit } from '@qsc/service-kit';
import { SYNC_STATUSES, type Sync } from './sync.ts';

/** What waits, of all organisations. */
export type Waiting = {
  links: { countAllDirty(): Promise<number> };
  parked: { countAll(): Promise<number> };
};

const SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 14_400];

/** Counts a synchronisation that has ended; a dry run is none. */
export type CountSync = (sync: Sync) => void;

/** The metrics of synchronisations: results, durations, and what waits. */
export const makeSyncMetrics = ({ metrics }: Pick<Kit, 'metrics'>, { links, parked }: Waiting): CountSync => {
  const ended = metrics.counter('integration_syncs_ended_total', 'Synchronisations that ended, by their status', {
    label: 'status',
    values: SYNC_STATUSES.filter((status) => status !== 'running'),
  });
  const records = metrics.counter('integration_records_total', 'Records that were compared, by outcome', {
    label: 'outcome',
    values: ['succeeded', 'failed', 'unchanged'],
  });
  const duration = metrics.histogram('integration_sync_duration_seconds', 'From the start of each to its end', {
    labels: [],
    buckets: SECONDS,
  });
  metrics.gauge(
    'integration_pending_links',
    'Records that changed here and wait to be sent, counted up to 10000',
    links.countAllDirty,
  );
  metrics.gauge('integration_parked_records', 'Records that could not be taken and wait', parked.countAll);
  return (sync) => {
    if (sync.dry_run) return;
    ended.inc({ status: sync.status });
    records.inc({ outcome: 'succeeded' }, sync.records_succeeded);
    records.inc({ outcome: 'failed' }, sync.records_failed);
    records.inc({ outcome: 'unchanged' }, sync.records_unchanged);
    if (sync.completed_at) duration({}, (sync.completed_at.getTime() - sync.started_at.getTime()) / 1_000);
  };
};
