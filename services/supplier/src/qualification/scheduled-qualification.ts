import { type Envelope, supplierEvents } from '@qsc/contracts/events';
import {
  AppError,
  type Call,
  type Claimed,
  type Clock,
  type DueEffect,
  type Log,
  makeEvent,
  systemCall,
  VersionConflict,
} from '@qsc/service-kit';
import type { EntityClient, EntityRecord } from '../entity.client.ts';
import type { ApplyChange } from '../read-model/apply-change.ts';
import { type DueQualification, qualificationOfAnswer, type TakeEffect } from './effective-qualification.ts';
import type { KeptQualification, QualificationStore } from './qualification.store.ts';
import { changeOf, type Qualification, QualificationRecord, qualificationOf } from './qualification.ts';

type About = {
  supplier: Pick<EntityRecord, 'id' | 'name' | 'version'>;
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

const refusedEvent = (about: About, call: Call): Envelope =>
  makeEvent(supplierEvents.qualificationRefused, call, {
    audit: auditOf(about, null),
    record: recordOf(about.qualification),
  });

type Parts = {
  entities: Pick<EntityClient, 'getSupplier' | 'changeSupplier'>;
  store: QualificationStore;
  takeEffect: TakeEffect;
  apply: ApplyChange;
  clock: Clock;
  log: Log;
};

const NOTHING: DueEffect = { changes: [], events: [] };

const PASSING: ReadonlySet<string> = new Set(['service_unavailable', 'internal_error', 'idempotency_in_progress']);

const isRefusal = (error: unknown): error is AppError => error instanceof AppError && !PASSING.has(error.code);

const notFoundAsNull = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
};

/**
 * What a scheduled qualification comes to on its day. The command's id is that of the qualification: asked for again after a
 * crash, it gets its first answer. A supplier whose state has moved since, at whichever door, has a newer qualification, also
 * where the event of that has not come yet: the version of the command then fits none.
 */
export const makeActOnDue = ({ entities, store, takeEffect, apply, clock, log }: Parts) => {
  const refuse = (kept: KeptQualification, supplier: EntityRecord | null, error: AppError): DueEffect => {
    const refusal = { code: error.code, message: error.message };
    const qualification: Qualification = { ...kept.qualification, outcome: 'refused', refusal };
    const { org_id, supplier_id, id, request_id, supplier_version } = qualification;
    log.warn('a scheduled qualification was refused on its day', {
      supplier: supplier_id,
      qualification: id,
      ...refusal,
    });
    const about = {
      supplier: supplier ?? { id: supplier_id, name: supplier_id, version: supplier_version },
      qualification,
      before: kept.qualification,
    };
    const events = [refusedEvent(about, systemCall(org_id, clock(), request_id))];
    return { changes: [store.replace(kept, qualification)], events };
  };

  const send = async ({ qualification }: KeptQualification, ifMatch: number[]): Promise<DueEffect> => {
    const { org_id, supplier_id, id, reason, request_id } = qualification;
    const call = { ...systemCall(org_id, clock(), request_id), reason, ifMatch };
    const change = changeOf(QualificationRecord.parse(qualification));
    const changed = await entities.changeSupplier(call, supplier_id, { change, commandId: id });
    await apply(changed.entity);
    return { changes: await takeEffect(qualificationOfAnswer(changed, request_id)), events: [] };
  };

  const actOn = async (kept: KeptQualification): Promise<DueEffect> => {
    const { org_id, supplier_id, previous_status } = kept.qualification;
    const supplier = await entities.getSupplier(org_id, supplier_id).catch(notFoundAsNull);
    const isAsItWas = supplier !== null && qualificationOf(supplier.attributes) === previous_status;
    try {
      return await send(kept, isAsItWas ? [supplier.version] : []);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.code !== 'precondition_failed') return refuse(kept, supplier, error);
      if (isAsItWas) throw new VersionConflict('supplier');
      return { changes: [store.replace(kept, { ...kept.qualification, outcome: 'replaced' })], events: [] };
    }
  };

  return async ({ orgId, payload }: Claimed & { payload: DueQualification }): Promise<DueEffect> => {
    const kept = await store.find(orgId, payload.qualification_id);
    return kept?.qualification.outcome === 'scheduled' ? actOn(kept) : NOTHING;
  };
};
