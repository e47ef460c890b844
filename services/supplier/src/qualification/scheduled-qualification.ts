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
import type { ApplyChange } from '../read-model/read-through.ts';
import {
  type DueQualification,
  type ReplacePending,
  type TakeEffect,
  toQualification,
} from './effective-qualification.ts';
import type { QualificationStore, StoredQualification } from './qualification.store.ts';
import { currentStatus, type Qualification, QualificationRecord, toChange } from './qualification.ts';
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
 * Applies a scheduled qualification on its day. The id of the command is that of the qualification, so that a repetition after
 * a crash gets the first response. Where the status has changed since, at whichever entry point, a newer qualification exists,
 * even if its event has not arrived: the version of the command then matches none.
 */
export const makeActOnDue = ({ entities, store, takeEffect, replacePending, apply, clock, localTime, log }: Parts) => {
  const refuse = (stored: StoredQualification, supplier: EntityRecord | null, error: AppError): DueEffect => {
    const refusal = { code: error.code, message: error.message };
    const qualification: Qualification = { ...stored.qualification, outcome: 'refused', refusal };
    const { org_id, supplier_id, id, request_id, supplier_version } = qualification;
    log.warn('a scheduled qualification was refused on its day', {
      supplier: supplier_id,
      qualification: id,
      ...refusal,
    });
    const named = supplier ?? { id: supplier_id, name: supplier_id, version: supplier_version };
    const call = systemCall(org_id, clock(), request_id);
    const events = [refusedEvent({ supplier: named, qualification }, call)];
    return { changes: [store.replace(stored, qualification)], events };
  };

  const send = async ({ qualification }: StoredQualification, ifMatch: number[]): Promise<DueEffect> => {
    const { org_id, supplier_id, id, reason, request_id } = qualification;
    const call = { ...systemCall(org_id, clock(), request_id), reason, ifMatch };
    const change = toChange(QualificationRecord.parse(qualification));
    const changed = await entities.changeSupplier(call, supplier_id, { change, commandId: id });
    await apply(changed.entity);
    return takeEffect(toQualification(changed, request_id), changed.entity);
  };

  const actOn = async (stored: StoredQualification): Promise<DueEffect> => {
    const { org_id, supplier_id, previous_status } = stored.qualification;
    const supplier = await entities.getSupplier(org_id, supplier_id).catch(notFoundAsNull);
    const isAsItWas = supplier !== null && currentStatus(supplier.attributes) === previous_status;
    try {
      return await send(stored, isAsItWas ? [supplier.version] : []);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.code !== 'precondition_failed' || supplier === null) return refuse(stored, supplier, error);
      if (isAsItWas) throw new VersionConflict('supplier');
      return replacePending(stored, supplier);
    }
  };

  return async ({ orgId, payload }: Claimed & { payload: DueQualification }): Promise<DueEffect> => {
    const stored = await store.find(orgId, payload.qualification_id);
    if (stored?.qualification.outcome !== 'scheduled') return NOTHING;
    const again = nextLook(stored.qualification.effective_date, await localTime(orgId));
    return again ? { ...NOTHING, again } : actOn(stored);
  };
};
