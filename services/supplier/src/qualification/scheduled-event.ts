import { type Envelope, supplierEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import type { Qualification } from './qualification.ts';

/** What an event of a supplier's qualification names of the supplier. */
export type NamedSupplier = { id: string; name: string; version: number };

type About = {
  supplier: NamedSupplier;
  qualification: Qualification;
  /** The one that it takes the place of. */
  before: Qualification | null;
};

const summaryOf = ({ id, status, effective_date }: Qualification) => ({ id, status, effective_date });

const auditOf = ({ supplier, qualification, before }: About, to: unknown) => ({
  action: 'update' as const,
  entity_type: 'supplier',
  entity_id: supplier.id,
  entity_name: supplier.name,
  entity_version: supplier.version,
  changes: { scheduled_qualification: { from: before && summaryOf(before), to } },
  ...(qualification.reason === null ? {} : { reason: qualification.reason }),
  details: { qualification_id: qualification.id, asked_by: qualification.changed_by },
});

const recordOf = (qualification: Qualification) => ({
  ...summaryOf(qualification),
  supplier_id: qualification.supplier_id,
  refusal: qualification.refusal,
});

/** A qualification was asked for that takes effect on a later day. The reason of the header wins over that of the body. */
export const scheduledEvent = (about: About, call: Call): Envelope => {
  const audit = auditOf(about, summaryOf(about.qualification));
  const reason = call.reason ?? about.qualification.reason ?? undefined;
  return makeEvent(supplierEvents.qualificationScheduled, call, {
    audit: { ...audit, ...(reason === undefined ? {} : { reason }) },
    record: recordOf(about.qualification),
  });
};

type Ended = { supplier: NamedSupplier; qualification: Qualification };

/** What one that waited came to instead of its effect, by the system. */
const endedEvent =
  (name: 'qualificationRefused' | 'qualificationReplaced') =>
  ({ supplier, qualification }: Ended, call: Call): Envelope =>
    makeEvent(supplierEvents[name], call, {
      audit: auditOf({ supplier, qualification, before: qualification }, null),
      record: recordOf(qualification),
    });

/** A qualification was not allowed any more on its day. */
export const refusedEvent = endedEvent('qualificationRefused');

/** A qualification ended without effect, since the supplier was qualified otherwise. */
export const replacedEvent = endedEvent('qualificationReplaced');
