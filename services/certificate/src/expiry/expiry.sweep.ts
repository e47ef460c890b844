import { dayAfter, type LocalTime, toDay } from '@qsc/contracts';
import {
  type Change,
  type Clock,
  errorFields,
  type Lease,
  type Log,
  type ReadLocalTime,
  systemCall,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import { type CertificateCollection, type CertificateStore, toCertificate } from '../certificate/certificate.store.ts';
import { type Certificate, type CertificateStatus, EXPIRING_DAYS } from '../certificate/certificate.ts';
import { transitionByDate } from './expiry.ts';

type Parts = {
  certificates: CertificateCollection;
  store: Pick<CertificateStore, 'find' | 'changes'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  localTime: ReadLocalTime;
  log: Log;
};

/** One pass of the work that a single replica does. */
export type Pass = (lease: Pick<Lease, 'fence'>, signal: AbortSignal) => Promise<void>;

const BATCH = 100;

/** Its days begin before those of any other. */
const FIRST_ZONE = 'Pacific/Kiritimati';

/**
 * Moves the stored states of all organisations by date, each certificate in a commit of its own with its event, so that each
 * transition is reported once. What was changed meanwhile, or could not be written, is looked at again in the next pass.
 */
export const makeExpirySweep = ({ certificates, store, unitOfWork, clock, localTime, log }: Parts): Pass => {
  // Of all zones, the one whose day begins first: which day it is for an organisation is looked at for each certificate.
  const passed: Readonly<Partial<Record<CertificateStatus, (at: LocalTime) => string>>> = {
    valid: (at) => dayAfter(at, EXPIRING_DAYS + 1),
    expiring_soon: (at) => toDay(at),
  };

  // The work of the system goes over all organisations; each certificate is then read and written as its own organisation's.
  const due = async (status: CertificateStatus, before: string, after: string): Promise<Certificate[]> => {
    const rows = await certificates.model.collection
      .find({ status, expiry_key: { $lt: before }, _id: { $gt: after } } as never)
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    return rows.map((row) => toCertificate(row as never));
  };

  const transition = async (seen: Certificate, fence: Change): Promise<void> => {
    const [certificate, at] = await Promise.all([store.find(seen.org_id, seen.id), localTime(seen.org_id)]);
    const decided = certificate && transitionByDate(certificate, systemCall(seen.org_id, at));
    if (!decided) return;
    try {
      await unitOfWork.commit([...store.changes(decided), fence], decided.events);
    } catch (error) {
      const certificate_id = seen.id;
      if (error instanceof VersionConflict)
        return void log.info('a certificate was changed while its state was moved by date', { certificate_id });
      // One that cannot be written keeps none of those after it, of whichever organisation, from their day.
      log.warn('a certificate could not be moved by date; the next pass tries again', {
        certificate_id,
        ...errorFields(error),
      });
    }
  };

  return async (lease, signal) => {
    for (const [status, before] of Object.entries(passed)) {
      let after = '';
      while (!signal.aborted) {
        const found = await due(status as CertificateStatus, before({ now: clock(), zone: FIRST_ZONE }), after);
        for (const certificate of found) {
          if (signal.aborted) return;
          await transition(certificate, lease.fence());
        }
        const last = found.at(-1);
        if (!last || found.length < BATCH) break;
        after = last.id;
      }
    }
  };
};
