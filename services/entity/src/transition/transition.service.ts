import { type Envelope, entityEvents, type TransitionSnapshot } from '@qsc/contracts/events';
import {
  type Change,
  callOfTransition,
  factsOfTransition,
  type ListRecordMoves,
  makeEvent,
  notFound,
  systemCall,
  transitionsToApply,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { EntityStore } from '../entity/entity.store.ts';
import { type Decided, type Entity, patchEntity } from '../entity/entity.ts';
import { changesEntity, requireUnprotected, type TransitionData, transitionEntity } from './transition.ts';

/** An entity as its workflow asks for it: as it is, or with what a transition would bring. */
export type RecordOfEntity = { entity: Entity; changed: boolean };

/** `recordMoves`: how many transitions changed the entity, as workflow knows it. */
export type RequestedRecord = { id: string; data?: TransitionData | undefined; recordMoves: number };

/** The changes and events by which an entity applies transitions, and its version after them. */
export type AppliedTransitions = { changes: Change[]; events: Envelope[]; version: number | null };

export type TransitionService = {
  /**
   * The entity with what a transition would bring, after the transitions that it has missed where workflow says that there are more.
   * Throws `not_found`, and what the entity's own rules refuse of the data: `validation_failed`.
   */
  read(orgId: string, requested: RequestedRecord): Promise<RecordOfEntity>;
  /** The effect of a committed transition, with those that are missing before it; the version is null where the entity is gone for good. */
  decide(orgId: string, transition: TransitionSnapshot): Promise<AppliedTransitions>;
  /** Applies a committed transition to the entity; once, however often it is called. Returns its version. Throws `not_found`. */
  apply(orgId: string, transition: TransitionSnapshot): Promise<number>;
};

type Parts = { store: EntityStore; unitOfWork: UnitOfWork; listTransitions: ListRecordMoves };

/** The audit entry of an act whose record was removed for good between the workflow's commit and here. */
const makeRemovedEvent = (orgId: string, transition: TransitionSnapshot): Envelope =>
  makeEvent(entityEvents.moved, callOfTransition(orgId, transition), {
    audit: {
      ...factsOfTransition(transition),
      entity_type: transition.record_type,
      entity_id: transition.record_id,
      entity_name: transition.record_id,
      entity_version: null,
      changes: {},
    },
    record: { id: transition.record_id, type: transition.record_type },
  });

const foldTransitions = (
  entity: Entity,
  transitions: readonly TransitionSnapshot[],
): { before: Entity; decided: Decided }[] => {
  const steps: { before: Entity; decided: Decided }[] = [];
  for (const transition of transitions) {
    const before = steps.at(-1)?.decided.entity ?? entity;
    steps.push({ before, decided: transitionEntity(before, transition) });
  }
  return steps;
};

/** Entities as records of workflows: what a transition finds there, and transitions that take effect on them. */
export const makeTransitionService = ({ store, unitOfWork, listTransitions }: Parts): TransitionService => {
  const decide = async (orgId: string, transition: TransitionSnapshot): Promise<AppliedTransitions> => {
    const entity = await store.find(orgId, transition.record_id);
    if (!entity) return { changes: [], events: [makeRemovedEvent(orgId, transition)], version: null };
    const transitions = await transitionsToApply(transition, {
      applied: entity.record_moves ?? 0,
      listAfter: (taken) => listTransitions(orgId, entity.id, taken),
    });
    const steps = foldTransitions(entity, transitions);
    return {
      changes: steps.flatMap(({ before, decided }, index) =>
        store.changes(before, decided, transitions[index]?.act.request_id ?? ''),
      ),
      events: steps.flatMap(({ decided }) => decided.events),
      version: steps.at(-1)?.decided.entity.version ?? entity.version,
    };
  };

  const apply = (orgId: string, transition: TransitionSnapshot): Promise<number> =>
    unitOfWork.decide(callOfTransition(orgId, transition), { records: [transition.record_id] }, async () => {
      const { version, changes, events } = await decide(orgId, transition);
      if (version === null) throw notFound('entity', transition.record_id);
      return { changes, events, answer: version };
    });

  const find = async (orgId: string, id: string): Promise<Entity> => {
    const entity = await store.find(orgId, id);
    if (!entity || entity.deleted) throw notFound('entity', id);
    return entity;
  };

  const findCaughtUp = async (orgId: string, { id, recordMoves }: RequestedRecord): Promise<Entity> => {
    const entity = await find(orgId, id);
    const taken = entity.record_moves ?? 0;
    if (taken >= recordMoves) return entity;
    const last = (await listTransitions(orgId, id, taken)).at(-1);
    if (last) await apply(orgId, last);
    return find(orgId, id);
  };

  return {
    async read(orgId, requested) {
      const entity = await findCaughtUp(orgId, requested);
      const { data } = requested;
      if (!data || !changesEntity(entity, data)) return { entity, changed: false };
      requireUnprotected(entity.type, data);
      return { entity: patchEntity(entity, data, systemCall(orgId, new Date())).entity, changed: true };
    },
    decide,
    apply,
  };
};
