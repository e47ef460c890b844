import { ID_PREFIX, toDay } from '@qsc/contracts';
import { type EntitySnapshot, type Envelope, requireAuditFacts } from '@qsc/contracts/events';
import { type Clock, type DueEffect, type DueQueue, dueQueueDefinition, systemCall } from '@qsc/service-kit';
import { z } from 'zod';
import type { Changed } from '../entity.client.ts';
import { dayIn } from '../supplier/day.ts';
import type { QualificationStore, StoredQualification } from './qualification.store.ts';
import { currentStatus, QUALIFICATION_COMPANION, type Qualification, QualificationRecord } from './qualification.ts';
import { type NamedSupplier, replacedEvent } from './scheduled-event.ts';

/** The payload of the due queue of scheduled qualifications. Its key is the supplier, which has at most one. */
export const DueQualification = z.object({ qualification_id: z.string() });

export type DueQualification = z.infer<typeof DueQualification>;

export const dueQualificationDefinition = dueQueueDefinition('due_qualification');

const effective = (
  record: QualificationRecord,
  of: Pick<
    Qualification,
    'org_id' | 'supplier_id' | 'previous_status' | 'changed_at' | 'supplier_version' | 'request_id'
  >,
): Qualification => ({ ...record, ...of, outcome: 'effective', refusal: null });

/** The qualification of the response to a command. */
export const toQualification = ({ entity, previousState, companion }: Changed, requestId: string): Qualification =>
  effective(QualificationRecord.parse(companion), {
    org_id: entity.org_id,
    supplier_id: entity.id,
    previous_status: previousState ?? currentStatus({}),
    changed_at: new Date(entity.updated_at),
    supplier_version: entity.version,
    request_id: requestId,
  });

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

/** The qualification of a change at `/v1/entities`: it takes effect at once, with the attributes that the supplier then has. */
const toChangeRecord = (event: Envelope, { attributes }: EntitySnapshot, zone: string): QualificationRecord => ({
  id: event.id.replace(/^[a-z]+/, ID_PREFIX.qualification),
  status: currentStatus(attributes),
  effective_date: toDay({ now: new Date(event.time), zone }),
  reason: requireAuditFacts(event).metadata.reason,
  conditions: toTexts(attributes.conditions),
  documents: toTexts(attributes.documents),
  next_review_date: dayIn(attributes.next_audit_date),
  changed_by: requireAuditFacts(event).user.id,
});

/**
 * The qualification of a supplier's event, from whichever entry point; null for other changes. The event has our companion or
 * changes the status. A transition of a workflow for suppliers has the action `transition` too, and does neither.
 * @param zone the organisation's: a change at `/v1/entities` takes effect on its day in that zone.
 */
export const readQualification = (event: Envelope, supplier: EntitySnapshot, zone: string): Qualification | null => {
  const { action, changes, metadata } = requireAuditFacts(event);
  if (supplier.type !== 'supplier' || action !== 'transition') return null;
  const { companion } = supplier;
  const ours = companion?.kind === QUALIFICATION_COMPANION;
  const changed = changes['attributes.qualification_status'];
  if (!ours && !changed) return null;
  const record = ours ? QualificationRecord.parse(companion.record) : toChangeRecord(event, supplier, zone);
  return effective(record, {
    org_id: event.orgid,
    supplier_id: supplier.id,
    previous_status: changed ? currentStatus({ qualification_status: changed.from }) : record.status,
    changed_at: new Date(supplier.updated_at),
    supplier_version: supplier.version,
    request_id: metadata.request_id,
  });
};

/** Ends a scheduled qualification, with an event by the system. For a decision. */
export type ReplacePending = (pending: StoredQualification, supplier: NamedSupplier) => DueEffect;

export const makeReplacePending =
  ({ store, clock }: { store: QualificationStore; clock: Clock }): ReplacePending =>
  (pending, supplier) => {
    const qualification: Qualification = { ...pending.qualification, outcome: 'replaced' };
    const call = systemCall(qualification.org_id, clock(), qualification.request_id);
    return {
      changes: [store.replace(pending, qualification)],
      events: [replacedEvent({ supplier, qualification }, call)],
    };
  };

type Parts = { store: QualificationStore; queue: DueQueue<DueQualification>; replacePending: ReplacePending };

/** What a qualification that took effect writes here; nothing where it is stored already. For a decision. */
export type TakeEffect = (qualification: Qualification, supplier: NamedSupplier) => Promise<DueEffect>;

/**
 * Writes a qualification that took effect, and ends an earlier scheduled one. A scheduled one that was requested while this one
 * took effect is newer: it stays scheduled, for the supplier as it is now.
 */
export const makeTakeEffect =
  ({ store, queue, replacePending }: Parts): TakeEffect =>
  async (qualification, supplier) => {
    const { org_id, supplier_id, id, status, supplier_version } = qualification;
    const known = await store.find(org_id, id);
    const own = known?.qualification.outcome === 'effective' ? [] : [store.put(qualification)];
    const pending = await store.pending(org_id, supplier_id);
    if (!pending || pending.qualification.id === id || pending.qualification.supplier_version >= supplier_version)
      return { changes: own, events: [] };
    if (known?.qualification.outcome === 'replaced') {
      const waiting = { ...pending.qualification, previous_status: status, supplier_version };
      return { changes: [store.replace(pending, waiting), ...own], events: [] };
    }
    const { changes, events } = replacePending(pending, supplier);
    return { changes: [...changes, ...own, ...(await queue.cancel(org_id, supplier_id))], events };
  };
