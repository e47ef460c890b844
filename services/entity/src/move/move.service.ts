import { type Envelope, entityEvents, type MoveSnapshot } from '@qsc/contracts/events';
import {
  type Change,
  callOfMove,
  factsOfMove,
  type ListRecordMoves,
  makeEvent,
  movesToTake,
  notFound,
  systemCall,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { EntityStore } from '../entity/entity.store.ts';
import { type Decided, type Entity, patchEntity } from '../entity/entity.ts';
import { changesEntity, type MoveData, moveEntity, requireOpenToMoves } from './move.ts';

/** An entity as its workflow asks for it: as it stands, or with what a move would bring. */
export type RecordOfEntity = { entity: Entity; changed: boolean };

/** `recordMoves`: how many moves changed the entity, as workflow knows it. */
export type RecordAsked = { id: string; data?: MoveData | undefined; recordMoves: number };

/** The changes and events by which an entity takes moves, and its version after them. */
export type TakenMoves = { changes: Change[]; events: Envelope[]; version: number | null };

export type MoveService = {
  /**
   * The entity with what a move would bring, after the moves that it has missed where workflow says that there are more.
   * Throws `not_found`, and what the entity's own rules refuse of the data: `validation_failed`.
   */
  read(orgId: string, asked: RecordAsked): Promise<RecordOfEntity>;
  /** What a committed move comes to, with those that are missing before it; the version is null where the entity is gone for good. */
  decide(orgId: string, move: MoveSnapshot): Promise<TakenMoves>;
  /** Brings a committed move to the entity; once, however often it is called. Returns its version. Throws `not_found`. */
  apply(orgId: string, move: MoveSnapshot): Promise<number>;
};

type Parts = { store: EntityStore; unitOfWork: UnitOfWork; listMoves: ListRecordMoves };

/** The audit entry of an act whose record was removed for good between the workflow's commit and here. */
const tellOfRemoved = (orgId: string, move: MoveSnapshot): Envelope =>
  makeEvent(entityEvents.moved, callOfMove(orgId, move), {
    audit: {
      ...factsOfMove(move),
      entity_type: move.record_type,
      entity_id: move.record_id,
      entity_name: move.record_id,
      entity_version: null,
      changes: {},
    },
    record: { id: move.record_id, type: move.record_type },
  });

const foldMoves = (entity: Entity, moves: readonly MoveSnapshot[]): { before: Entity; decided: Decided }[] => {
  const steps: { before: Entity; decided: Decided }[] = [];
  for (const move of moves) {
    const before = steps.at(-1)?.decided.entity ?? entity;
    steps.push({ before, decided: moveEntity(before, move) });
  }
  return steps;
};

/** Entities as records of workflows: what a move finds there, and moves that take effect on them. */
export const makeMoveService = ({ store, unitOfWork, listMoves }: Parts): MoveService => {
  const decide = async (orgId: string, move: MoveSnapshot): Promise<TakenMoves> => {
    const entity = await store.find(orgId, move.record_id);
    if (!entity) return { changes: [], events: [tellOfRemoved(orgId, move)], version: null };
    const moves = await movesToTake(move, {
      taken: entity.record_moves ?? 0,
      listAfter: (taken) => listMoves(orgId, entity.id, taken),
    });
    const steps = foldMoves(entity, moves);
    return {
      changes: steps.flatMap(({ before, decided }, index) =>
        store.changes(before, decided, moves[index]?.act.request_id ?? ''),
      ),
      events: steps.flatMap(({ decided }) => decided.events),
      version: steps.at(-1)?.decided.entity.version ?? entity.version,
    };
  };

  const apply = (orgId: string, move: MoveSnapshot): Promise<number> =>
    unitOfWork.decide(callOfMove(orgId, move), { records: [move.record_id] }, async () => {
      const { version, changes, events } = await decide(orgId, move);
      if (version === null) throw notFound('entity', move.record_id);
      return { changes, events, answer: version };
    });

  const find = async (orgId: string, id: string): Promise<Entity> => {
    const entity = await store.find(orgId, id);
    if (!entity || entity.deleted) throw notFound('entity', id);
    return entity;
  };

  const findCaughtUp = async (orgId: string, { id, recordMoves }: RecordAsked): Promise<Entity> => {
    const entity = await find(orgId, id);
    const taken = entity.record_moves ?? 0;
    if (taken >= recordMoves) return entity;
    const last = (await listMoves(orgId, id, taken)).at(-1);
    if (last) await apply(orgId, last);
    return find(orgId, id);
  };

  return {
    async read(orgId, asked) {
      const entity = await findCaughtUp(orgId, asked);
      const { data } = asked;
      if (!data || !changesEntity(entity, data)) return { entity, changed: false };
      requireOpenToMoves(entity.type, data);
      return { entity: patchEntity(entity, data, systemCall(orgId, new Date())).entity, changed: true };
    },
    decide,
    apply,
  };
};
