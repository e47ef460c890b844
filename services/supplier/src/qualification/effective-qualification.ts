import { dayOf, ID_PREFIX } from '@qsc/contracts';
import { auditOf, type EntitySnapshot, type Envelope } from '@qsc/contracts/events';
import { type Clock, type DueEffect, type DueQueue, dueQueueDefinition, systemCall } from '@qsc/service-kit';
import { z } from 'zod';
import type { Changed } from '../entity.client.ts';
import { dayIn } from '../supplier/day.ts';
import type { KeptQualification, QualificationStore } from './qualification.store.ts';
import { QUALIFICATION_COMPANION, type Qualification, QualificationRecord, qualificationOf } from './qualification.ts';
import { type NamedSupplier, replacedEvent } from './scheduled-event.ts';

/** What the due-queue of scheduled qualifications carries; its key is the supplier, since one at most waits. */
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

/** The qualification that a command came to, in the words of its answer. */
export const qualificationOfAnswer = (
  { entity, previousState, companion }: Changed,
  requestId: string,
): Qualification =>
  effective(QualificationRecord.parse(companion), {
    org_id: entity.org_id,
    supplier_id: entity.id,
    previous_status: previousState ?? qualificationOf({}),
    changed_at: new Date(entity.updated_at),
    supplier_version: entity.version,
    request_id: requestId,
  });

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

/** What a move at the generic door stands for: it takes effect at once, with what the supplier then says. */
const recordOfMove = (event: Envelope, { attributes }: EntitySnapshot, zone: string): QualificationRecord => ({
  id: event.id.replace(/^[a-z]+/, ID_PREFIX.qualification),
  status: qualificationOf(attributes),
  effective_date: dayOf({ now: new Date(event.time), zone }),
  reason: auditOf(event).metadata.reason,
  conditions: textsOf(attributes.conditions),
  documents: textsOf(attributes.documents),
  next_review_date: dayIn(attributes.next_audit_date),
  changed_by: auditOf(event).user.id,
});

/**
 * The qualification that an event of a supplier tells of, at whichever door it was asked for; null for other changes. It comes
 * with our companion, or changes the status: a move of a workflow for suppliers is a `transition` too, and does neither.
 * @param zone the organisation's: a change by the generic endpoints takes effect on its day there.
 */
export const qualificationOfEvent = (event: Envelope, supplier: EntitySnapshot, zone: string): Qualification | null => {
  const { action, changes, metadata } = auditOf(event);
  if (supplier.type !== 'supplier' || action !== 'transition') return null;
  const { companion } = supplier;
  const ours = companion?.kind === QUALIFICATION_COMPANION;
  const moved = changes['attributes.qualification_status'];
  if (!ours && !moved) return null;
  const record = ours ? QualificationRecord.parse(companion.record) : recordOfMove(event, supplier, zone);
  return effective(record, {
    org_id: event.orgid,
    supplier_id: supplier.id,
    previous_status: moved ? qualificationOf({ qualification_status: moved.from }) : record.status,
    changed_at: new Date(supplier.updated_at),
    supplier_version: supplier.version,
    request_id: metadata.request_id,
  });
};

/** Ends a qualification that waits for its day, and tells so as the system. For a decision. */
export type ReplacePending = (pending: KeptQualification, supplier: NamedSupplier) => DueEffect;

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

/** What a qualification that took effect changes here; nothing where it is written already. For a decision. */
export type TakeEffect = (qualification: Qualification, supplier: NamedSupplier) => Promise<DueEffect>;

/**
 * Writes a qualification that took effect, and ends an earlier one that waits for its day. One that was asked for while this
 * one took effect on its day is later: it waits on, for the supplier as it is now.
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
