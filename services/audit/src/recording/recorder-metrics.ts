import type { Kit } from '@qsc/service-kit';
import type { AuditEntry } from '../entry/entry.ts';

/** The metrics of recorders. */
export type RecorderMetrics = {
  recorded(entries: readonly AuditEntry[]): void;
  parked(): void;
};

/** The recording's metrics, one set for all recorders of the process. */
export const makeRecorderMetrics = ({ metrics, clock }: Pick<Kit, 'metrics' | 'clock'>): RecorderMetrics => {
  const recordedTotal = metrics.counter('audit_entries_recorded_total', 'Entries added to the chains');
  const batchesTotal = metrics.counter('audit_batches_written_total', 'Batches of entries written');
  const parkedTotal = metrics.counter('audit_messages_parked_total', 'Messages that are no event');
  const last = { entries: 0, lagSeconds: 0, at: clock() };
  metrics.gauge('audit_batch_entries', 'Entries of the latest batch', () => last.entries);
  metrics.gauge('audit_lag_seconds', 'From the action to its durable entry, for the latest one', () => last.lagSeconds);
  metrics.gauge(
    'audit_chain_head_timestamp_seconds',
    'When this process has recorded its newest entry, or else was started',
    () => last.at.getTime() / 1000,
  );
  return {
    recorded(entries) {
      recordedTotal.inc(entries.length);
      batchesTotal.inc();
      last.at = clock();
      last.entries = entries.length;
      last.lagSeconds = (last.at.getTime() - Date.parse(entries.at(-1)?.timestamp ?? '')) / 1000;
    },
    parked: () => parkedTotal.inc(),
  };
};
