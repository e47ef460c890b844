import { nextLook } from '@qsc/contracts';
import {
  AppError,
  type Claimed,
  type Clock,
  type DueEffect,
  type Log,
  type ReadLocalTime,
  systemCall,
  VersionConflict,
} from '@qsc/service-kit';
import type { EntityClient, EntityRecord } from '../entity.client.ts';
import type { ApplyChange } from '../read-model/apply-change.ts';
import {
  type DueQualification,
  qualificationOfAnswer,
  type ReplacePending,
  type TakeEffect,
} from './effective-qualification.ts';
import type { KeptQualification, QualificationStore } from './qualification.store.ts';
import { changeOf, type Qualification, QualificationRecord, qualificationOf } from './qualification.ts';
import { refusedEvent } from './scheduled-event.ts';

type Parts = {
  entities: Pick<EntityClient, 'getSupplier' | 'changeSupplier'>;
  store: QualificationStore;
  takeEffect: TakeEffect;
  replacePending: ReplacePending;
  apply: ApplyChange;
  clock: Clock;
  localTime: ReadLocalTime;
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
export const makeActOnDue = ({ entities, store, takeEffect, replacePending, apply, clock, localTime, log }: Parts) => {
  const refuse = (kept: KeptQualification, supplier: EntityRecord | null, error: AppError): DueEffect => {
    const refusal = { code: error.code, message: error.message };
    const qualification: Qualification = { ...kept.qualification, outcome: 'refused', refusal };
    const { org_id, supplier_id, id, request_id, supplier_version } = qualification;
    log.warn('a scheduled qualification was refused on its day', {
      supplier: supplier_id,
      qualification: id,
      ...refusal,
    });
    const named = supplier ?? { id: supplier_id, name: supplier_id, version: supplier_version };
    const call = systemCall(org_id, clock(), request_id);
    const events = [refusedEvent({ supplier: named, qualification }, call)];
    return { changes: [store.replace(kept, qualification)], events };
  };

  const send = async ({ qualification }: KeptQualification, ifMatch: number[]): Promise<DueEffect> => {
    const { org_id, supplier_id, id, reason, request_id } = qualification;
    const call = { ...systemCall(org_id, clock(), request_id), reason, ifMatch };
    const change = changeOf(QualificationRecord.parse(qualification));
    const changed = await entities.changeSupplier(call, supplier_id, { change, commandId: id });
    await apply(changed.entity);
    return takeEffect(qualificationOfAnswer(changed, request_id), changed.entity);
  };

  const actOn = async (kept: KeptQualification): Promise<DueEffect> => {
    const { org_id, supplier_id, previous_status } = kept.qualification;
    const supplier = await entities.getSupplier(org_id, supplier_id).catch(notFoundAsNull);
    const isAsItWas = supplier !== null && qualificationOf(supplier.attributes) === previous_status;
    try {
      return await send(kept, isAsItWas ? [supplier.version] : []);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.code !== 'precondition_failed' || supplier === null) return refuse(kept, supplier, error);
      if (isAsItWas) throw new VersionConflict('supplier');
      return replacePending(kept, supplier);
    }
  };

  return async ({ orgId, payload }: Claimed & { payload: DueQualification }): Promise<DueEffect> => {
    const kept = await store.find(orgId, payload.qualification_id);
    if (kept?.qualification.outcome !== 'scheduled') return NOTHING;
    const again = nextLook(kept.qualification.effective_date, await localTime(orgId));
    return again ? { ...NOTHING, again } : actOn(kept);
  };
};
