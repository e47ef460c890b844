import { earliestStart, newId, toDay } from '@qsc/contracts';
import {
  type Call,
  countSkipped,
  type DueQueue,
  DuplicateKey,
  type PageOf,
  pageMeta,
  type ReferToDocuments,
  requireMatch,
  retryConflict,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { EntityClient, EntityRecord } from '../entity.client.ts';
import type { ApplyChange } from '../read-model/read-through.ts';
import { type Supplier, toSupplier } from '../supplier/supplier.ts';
import { type DueQualification, type TakeEffect, toQualification } from './effective-qualification.ts';
import { type QualificationStore, qualificationDefinition } from './qualification.store.ts';
import {
  currentStatus,
  type NewQualification,
  type Qualification,
  type QualificationRecord,
  requireQualifiable,
  toChange,
  toQualificationRecord,
  withFieldNames,
} from './qualification.ts';
import { scheduledEvent } from './scheduled-event.ts';

export type QualifiedSupplier = Supplier & { qualification: ShownQualification };

/** A qualification as the API shows it. */
export type ShownQualification = Omit<Qualification, 'org_id' | 'supplier_id' | 'supplier_version' | 'request_id'> & {
  scheduled: boolean;
};

type ListQuery = { page: number; per_page: number; sort: string };

export type QualificationService = {
  /** Qualifies at once, or on the effective date where that is later. */
  qualify(supplierId: string, input: NewQualification, call: Call): Promise<QualifiedSupplier>;
  list(orgId: string, supplierId: string, query: ListQuery): Promise<PageOf<ShownQualification>>;
};

type Parts = {
  entities: Pick<EntityClient, 'getSupplier' | 'changeSupplier'>;
  referToDocuments: ReferToDocuments;
  store: QualificationStore;
  queue: DueQueue<DueQualification>;
  takeEffect: TakeEffect;
  apply: ApplyChange;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** A qualification for a later day. Its record depends on the supplier at the time of the decision. */
type Later = { supplierId: string; recordFor: (supplier: EntityRecord) => QualificationRecord };

/** The qualification without internal fields. */
export const shownQualification = ({
  org_id: _org,
  supplier_id: _supplier,
  supplier_version: _version,
  request_id: _request,
  ...qualification
}: Qualification): ShownQualification => ({ ...qualification, scheduled: qualification.outcome === 'scheduled' });

const toAnswer = (supplier: EntityRecord, qualification: Qualification): QualifiedSupplier => ({
  ...toSupplier(supplier),
  qualification: shownQualification(qualification),
});

const toScheduled = (record: QualificationRecord, supplier: EntityRecord, call: Call): Qualification => ({
  ...record,
  org_id: supplier.org_id,
  supplier_id: supplier.id,
  previous_status: currentStatus(supplier.attributes),
  changed_at: call.now,
  outcome: 'scheduled',
  refusal: null,
  supplier_version: supplier.version,
  request_id: call.requestId,
});

/**
 * The use cases of qualifications (specification, "Suppliers"). One that takes effect at once is committed by the system of
 * record. One for a later day is committed by this service, which requests the change on that day.
 */
export const makeQualificationService = (parts: Parts): QualificationService => {
  const { entities, referToDocuments, store, queue, takeEffect, apply, unitOfWork } = parts;

  const qualifyNow = async (supplier: EntityRecord, record: QualificationRecord, call: Call) => {
    const reasoned = { ...call, reason: call.reason ?? record.reason };
    const changed = await entities.changeSupplier(reasoned, supplier.id, { change: toChange(record) });
    await apply(changed.entity);
    const qualification = toQualification(changed, call.requestId);
    return unitOfWork.decide(call, { records: [supplier.id] }, async () => ({
      ...(await takeEffect(qualification, changed.entity)),
      answer: toAnswer(changed.entity, qualification),
    }));
  };

  /**
   * Reads the scheduled qualification before the supplier, so that one which takes effect meanwhile is seen by one of the
   * reads.
   */
  const decideLater = ({ supplierId, recordFor }: Later, call: Call) =>
    unitOfWork.decide(call, { records: [supplierId] }, async () => {
      const { org_id } = call.actor;
      const before = await store.pending(org_id, supplierId);
      const supplier = await entities.getSupplier(org_id, supplierId);
      const record = recordFor(supplier);
      requireMatch(call, supplier.version);
      requireQualifiable(supplier.attributes, record, call);
      const qualification = toScheduled(record, supplier, call);
      const replaced = before ? [store.replace(before, { ...before.qualification, outcome: 'replaced' })] : [];
      const due = { at: earliestStart(record.effective_date), payload: { qualification_id: qualification.id } };
      return {
        changes: [...replaced, store.insert(qualification), queue.enqueue(org_id, supplierId, due)],
        events: [scheduledEvent({ supplier, qualification, before: before?.qualification ?? null }, call)],
        answer: toAnswer(supplier, qualification),
      };
    });

  /** Decides again where another one was scheduled for the same supplier at the same moment. */
  const qualifyLater = (later: Later, call: Call) =>
    retryConflict(
      () => decideLater(later, call),
      (error) => error instanceof DuplicateKey && error.collection === qualificationDefinition.name,
    );

  return {
    async qualify(supplierId, input, call) {
      const { org_id, id: changedBy } = call.actor;
      const supplier = await entities.getSupplier(org_id, supplierId);
      const references = await referToDocuments(org_id, { field: 'documents', ids: input.documents ?? [] });
      const made = { id: newId('qualification'), changedBy, references };
      const recordFor = (found: EntityRecord) => toQualificationRecord(input, found, made);
      const record = recordFor(supplier);
      try {
        if (record.effective_date > toDay(call)) return await qualifyLater({ supplierId, recordFor }, call);
        return await qualifyNow(supplier, record, call);
      } catch (error) {
        throw withFieldNames(error);
      }
    },

    async list(orgId, supplierId, query) {
      await entities.getSupplier(orgId, supplierId);
      const page = { skip: countSkipped(query), limit: query.per_page, newestFirst: query.sort.startsWith('-') };
      const [found, total] = await Promise.all([store.list(orgId, supplierId, page), store.count(orgId, supplierId)]);
      return { data: found.map(shownQualification), meta: pageMeta(total, query) };
    },
  };
};
