import { type Call, type Change, DuplicateKey, notFound, systemCall, type UnitOfWork } from '@qsc/service-kit';
import type { Workflow } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { RecordClient } from '../record/record.client.ts';
import { type InstanceStore, instanceDefinition } from './instance.store.ts';
import type { Instance, InstanceRecord } from './instance.ts';
import { planStart } from './plan-start.ts';

type Effect = Parameters<UnitOfWork['commit']>;

/** Starts an instance for a record that has none, by the active definition of its type. */
export type Starter = {
  /**
   * The effects of the start; null where the record has an instance, or no definition is active for its type. Writes nothing.
   */
  toEffect(call: Call, record: InstanceRecord): Promise<{ changes: Change[]; events: Effect[1] } | null>;
  /**
   * The current instance of a record, which is started where there is none: the event has not arrived yet, or the definition is
   * newer than the record. Throws `not_found` for an unknown record and for one without a workflow.
   */
  ensure(call: Call, recordId: string): Promise<Instance>;
};

type Parts = {
  store: Pick<InstanceStore, 'current' | 'changes'>;
  definitions: Pick<Definitions, 'activeFor'>;
  records: Pick<RecordClient, 'get'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
};

const isBefore = (record: InstanceRecord, workflow: Workflow): boolean =>
  record.created_at !== undefined && record.created_at < workflow.created_at;

/** Starts instances automatically: from the event of a created record, or on the first request for one. */
export const makeStarter = ({ store, definitions, records, unitOfWork }: Parts): Starter => {
  const toEffect: Starter['toEffect'] = async (call, record) => {
    const { org_id } = call.actor;
    const workflow = await definitions.activeFor(org_id, record.type);
    if (!workflow || isBefore(record, workflow) || (await store.current(org_id, record.id))) return null;
    const planned = planStart(call, { workflow, record, former: null, isRequested: false });
    return { changes: store.changes(planned), events: [planned.event] };
  };

  const startRecord = async (call: Call, record: InstanceRecord): Promise<void> => {
    // The start is no part of the request, so that a repeated request does not find it as its response.
    const own = systemCall(call.actor.org_id, call, call.requestId);
    const effect = await toEffect(own, record);
    if (!effect) return;
    await unitOfWork.commit(effect.changes, effect.events).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey && error.collection === instanceDefinition.name)) throw error;
    });
  };

  return {
    toEffect,
    async ensure(call, recordId) {
      const { org_id } = call.actor;
      const found = await store.current(org_id, recordId);
      if (found) return found;
      await startRecord(call, await records.get(org_id, recordId, { lastTransitionId: null }));
      const started = await store.current(org_id, recordId);
      if (!started) throw notFound('workflow instance of a record', recordId);
      return started;
    },
  };
};
