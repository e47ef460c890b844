import { dayAfter, type LocalTime, toDay, UTC } from '@qsc/contracts';
import {
  type Clock,
  type Collection,
  type DueQueue,
  DuplicateKey,
  type Lease,
  type ReadLocalTime,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import { type CertificateCollection, toCertificate } from '../certificate/certificate.store.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Pass } from '../expiry/expiry.sweep.ts';
import { type AlertStore, type StoredAlertRule, toRule } from './alert.store.ts';
import { isMet, raiseAlert, toDays } from './alert.ts';
import type { AlertRule } from './alert-rule.ts';

/** What waits to be sent: an alert by its id. */
export const DueAlert = z.object({ alert_id: z.string() });

export type DueAlert = z.infer<typeof DueAlert>;

type Parts = {
  rules: Collection<StoredAlertRule>;
  certificates: CertificateCollection;
  store: Pick<AlertStore, 'raised' | 'insertAlert'>;
  queue: DueQueue<DueAlert>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  localTime: ReadLocalTime;
};

type Sweeping = { lease: Pick<Lease, 'fence'>; signal: AbortSignal };

const BATCH = 200;

/**
 * Raises the alerts of all organisations: for each certificate that a rule is met by, one row and its place in the queue of
 * what is to be sent, in one commit. The row's id keeps a second one from being raised. The first pass of a day looks at all
 * that has expired since a rule was made, the others at what has since yesterday: the former grows for years.
 */
export const makeAlertSweep = ({ rules, certificates, store, queue, unitOfWork, clock, localTime }: Parts): Pass => {
  let wholeOn: string | null = null;

  /** Batches of what expires on the days of the rule, in the order of an index, without what was read of them. */
  const candidates = async function* (rule: AlertRule, since: string, at: LocalTime): AsyncGenerator<Certificate[]> {
    const days = toDays(rule, at);
    const [from, to] = [days.from > since ? days.from : since, days.to];
    const within = { org_id: rule.org_id, phase: 'approved', expiry_key: { $gte: from, $lte: to } };
    const projection = { 'extraction.data': 0, overrides: 0 };
    const rows = certificates.model.collection
      .find(within, { projection, batchSize: BATCH })
      .sort({ expiry_key: 1, _id: 1 });
    let batch: Certificate[] = [];
    for await (const row of rows) {
      batch.push(toCertificate(row as never));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  };

  const raise = async (rule: AlertRule, certificate: Certificate, lease: Pick<Lease, 'fence'>): Promise<void> => {
    const now = clock();
    const alert = raiseAlert(rule, certificate, now);
    const due = queue.enqueue(rule.org_id, alert.id, { at: now, payload: { alert_id: alert.id } });
    await unitOfWork.commit([store.insertAlert(alert), due, lease.fence()], []).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
  };

  const sweepRule = async (rule: AlertRule, since: string, { lease, signal }: Sweeping): Promise<void> => {
    const at = await localTime(rule.org_id);
    for await (const found of candidates(rule, since, at)) {
      if (signal.aborted) return;
      const met = found.filter((certificate) => isMet(rule, certificate, at));
      const raised = await store.raised(
        rule,
        met.map(({ id }) => id),
      );
      for (const certificate of met) if (!raised.has(certificate.id)) await raise(rule, certificate, lease);
    }
  };

  return async (lease, signal) => {
    const now = { now: clock(), zone: UTC };
    const today = toDay(now);
    // Nowhere is it an earlier day than yesterday.
    const since = wholeOn === today ? dayAfter(now, -1) : '';
    for await (const rule of rules.model.collection.find({})) {
      if (signal.aborted) return;
      await sweepRule(toRule(rule as unknown as StoredAlertRule), since, { lease, signal });
    }
    wholeOn = today;
  };
};
