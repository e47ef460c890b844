import { type Call, type Change, DuplicateKey, notFound, systemCall, type UnitOfWork } from '@qsc/service-kit';
import type { Workflow } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { RecordClient } from '../record/record.client.ts';
import { type InstanceStore, instanceDefinition } from './instance.store.ts';
import type { BegunRecord, Instance } from './instance.ts';
import { planStart } from './plan-start.ts';

type Effect = Parameters<UnitOfWork['commit']>;

/** Begins the way of a record that has none yet, by the active definition of its type. */
export type Starter = {
  /** What the beginning comes to; null where the record has begun, or no definition is for its type. Writes nothing. */
  effectOf(call: Call, record: BegunRecord): Promise<{ changes: Change[]; events: Effect[1] } | null>;
  /**
   * The current instance of a record, which is begun where there is none: its event has not come yet, or the definition is
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

const isBefore = (record: BegunRecord, workflow: Workflow): boolean =>
  record.created_at !== undefined && record.created_at < workflow.created_at;

/** Starts instances by themselves: from the event of a record that is created, or when someone first asks for one. */
export const makeStarter = ({ store, definitions, records, unitOfWork }: Parts): Starter => {
  const effectOf: Starter['effectOf'] = async (call, record) => {
    const { org_id } = call.actor;
    const workflow = await definitions.activeFor(org_id, record.type);
    if (!workflow || isBefore(record, workflow) || (await store.current(org_id, record.id))) return null;
    const planned = planStart(call, { workflow, record, former: null, isAsked: false });
    return { changes: store.changes(planned), events: [planned.event] };
  };

  const begin = async (call: Call, record: BegunRecord): Promise<void> => {
    // The beginning is no part of what was asked, so that a repeated request does not take it for its answer.
    const own = systemCall(call.actor.org_id, call, call.requestId);
    const effect = await effectOf(own, record);
    if (!effect) return;
    await unitOfWork.commit(effect.changes, effect.events).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey && error.collection === instanceDefinition.name)) throw error;
    });
  };

  return {
    effectOf,
    async ensure(call, recordId) {
      const { org_id } = call.actor;
      const found = await store.current(org_id, recordId);
      if (found) return found;
      await begin(call, await records.get(org_id, recordId, { recordMoves: 0 }));
      const begun = await store.current(org_id, recordId);
      if (!begun) throw notFound('workflow instance of a record', recordId);
      return begun;
    },
  };
};
