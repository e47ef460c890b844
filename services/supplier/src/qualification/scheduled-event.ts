import { type Envelope, supplierEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import type { Qualification } from './qualification.ts';

/** The part of a supplier that a qualification event contains. */
export type NamedSupplier = { id: string; name: string; version: number };

type About = {
  supplier: NamedSupplier;
  qualification: Qualification;
  /** The one that it replaces. */
  before: Qualification | null;
};

const toSummary = ({ id, status, effective_date }: Qualification) => ({ id, status, effective_date });

const toAudit = ({ supplier, qualification, before }: About, to: unknown) => ({
  action: 'update' as const,
  entity_type: 'supplier',
  entity_id: supplier.id,
  entity_name: supplier.name,
  entity_version: supplier.version,
  changes: { scheduled_qualification: { from: before && toSummary(before), to } },
  ...(qualification.reason === null ? {} : { reason: qualification.reason }),
  details: { qualification_id: qualification.id, asked_by: qualification.changed_by },
});

const toEventRecord = (qualification: Qualification) => ({
  ...toSummary(qualification),
  supplier_id: qualification.supplier_id,
  refusal: qualification.refusal,
});

/** A qualification was scheduled. The reason of the header takes precedence over that of the body. */
export const scheduledEvent = (about: About, call: Call): Envelope => {
  const audit = toAudit(about, toSummary(about.qualification));
  const reason = call.reason ?? about.qualification.reason ?? undefined;
  return makeEvent(supplierEvents.qualificationScheduled, call, {
    audit: { ...audit, ...(reason === undefined ? {} : { reason }) },
    record: toEventRecord(about.qualification),
  });
};

type Ended = { supplier: NamedSupplier; qualification: Qualification };

/** A scheduled qualification ended without effect, by the system. */
const endedEvent =
  (name: 'qualificationRefused' | 'qualificationReplaced') =>
  ({ supplier, qualification }: Ended, call: Call): Envelope =>
    makeEvent(supplierEvents[name], call, {
      audit: toAudit({ supplier, qualification, before: qualification }, null),
      record: toEventRecord(qualification),
    });

/** A scheduled qualification was refused on its day. */
export const refusedEvent = endedEvent('qualificationRefused');

/** A scheduled qualification was replaced by another one. */
export const replacedEvent = endedEvent('qualificationReplaced');
