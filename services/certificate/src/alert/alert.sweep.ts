import {
  type Clock,
  type Collection,
  type DueQueue,
  DuplicateKey,
  type Lease,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import { type CertificateCollection, toCertificate } from '../certificate/certificate.store.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Pass } from '../expiry/expiry.sweep.ts';
import { type AlertStore, type StoredAlertRule, toRule } from './alert.store.ts';
import { daysOf, isMet, raiseAlert } from './alert.ts';
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
};

const BATCH = 200;

/**
 * Raises the alerts of all organisations: for each certificate that a rule is met by, one row and its place in the queue of
 * what is to be sent, in one commit. The row's id keeps a second one from being raised.
 */
export const makeAlertSweep = ({ rules, certificates, store, queue, unitOfWork, clock }: Parts): Pass => {
  const candidates = async (rule: AlertRule, after: string): Promise<Certificate[]> => {
    const { from, to } = daysOf(rule, clock());
    const within = { org_id: rule.org_id, phase: 'approved', expiry_key: { $gte: from, $lte: to } };
    const rows = await certificates.model.collection
      .find({ ...within, _id: { $gt: after } } as never)
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    return rows.map((row) => toCertificate(row as never));
  };

  const raise = async (rule: AlertRule, certificate: Certificate, lease: Pick<Lease, 'fence'>): Promise<void> => {
    const now = clock();
    const alert = raiseAlert(rule, certificate, now);
    const due = queue.enqueue(rule.org_id, alert.id, { at: now, payload: { alert_id: alert.id } });
    await unitOfWork.commit([store.insertAlert(alert), due, lease.fence()], []).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
  };

  const sweepRule = async (rule: AlertRule, lease: Pick<Lease, 'fence'>, signal: AbortSignal): Promise<void> => {
    let after = '';
    while (!signal.aborted) {
      const found = await candidates(rule, after);
      const met = found.filter((certificate) => isMet(rule, certificate, clock()));
      const raised = await store.raised(
        rule,
        met.map(({ id }) => id),
      );
      for (const certificate of met) if (!raised.has(certificate.id)) await raise(rule, certificate, lease);
      const last = found.at(-1);
      if (!last || found.length < BATCH) return;
      after = last.id;
    }
  };

  return async (lease, signal) => {
    for (const rule of await rules.model.collection.find({}).toArray()) {
      if (signal.aborted) return;
      await sweepRule(toRule(rule as unknown as StoredAlertRule), lease, signal);
    }
  };
};
