import { isDeepStrictEqual } from 'node:util';
import { CODE_ATTRIBUTES, RECORD_STATES } from '@qsc/contracts';
import type { MoveSnapshot } from '@qsc/contracts/events';
import { type Call, callOfMove, factsOfMove, isObject, mergePatch, validationFailed } from '@qsc/service-kit/pure';
import type { Attributes } from '../entity/attributes.ts';
import { advance, type Decided, type Entity, type EntityType, nextVersion } from '../entity/entity.ts';

/** What a move brings to an entity: a merge patch of name and attributes. */
export type MoveData = { name?: string | undefined; attributes?: Attributes | undefined };

/** Attributes that change at their own doors alone: where a supplier or certificate stands, and what that rests on. */
const ownDoors = (type: EntityType): readonly string[] => {
  const table = RECORD_STATES[type];
  const code = CODE_ATTRIBUTES[type];
  return [
    ...(table ? [table.attribute, ...Object.values(table.keeps).flat(), ...(table.assessed?.attributes ?? [])] : []),
    ...(code === undefined ? [] : [code]),
  ];
};

/** Throws `validation_failed` for data of a move that would go past the states of a supplier or certificate, or its code. */
export const requireOpenToMoves = (type: EntityType, { attributes = {} }: MoveData): void => {
  const refused = ownDoors(type).filter((name) => Object.hasOwn(attributes, name));
  if (refused.length === 0) return;
  throw validationFailed(
    refused.map((name) => ({
      field: `attributes.${name}`,
      code: 'read_only',
      message: `This attribute of a ${type} does not change by a workflow, but by the endpoints of ${type}s.`,
    })),
  );
};

const mergedWith = (
  entity: Entity,
  { name = entity.name, attributes = {} }: MoveData,
): Pick<Entity, 'name' | 'attributes'> => ({
  name,
  attributes: mergePatch(entity.attributes, attributes) as Attributes,
});

/** Whether the data of a move changes the entity. */
export const changesEntity = (entity: Entity, data: MoveData): boolean => {
  const { name, attributes } = mergedWith(entity, data);
  return name !== entity.name || !isDeepStrictEqual(attributes, entity.attributes);
};

const parseData = ({ data: { name, attributes } }: MoveSnapshot): MoveData => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(isObject(attributes) ? { attributes } : {}),
});

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * The entity after a move that its workflow has committed, with the audit entry of the act. It is a fact by now: what the
 * entity was asked before the move (`GetRecord`) is not asked again, also where it has changed since.
 */
export const moveEntity = (entity: Entity, move: MoveSnapshot): Decided => {
  const call: Call = callOfMove(entity.org_id, move);
  const after = {
    ...nextVersion(entity, mergedWith(entity, parseData(move)), call),
    updated_at: later(entity.updated_at, call.now),
    record_moves: (entity.record_moves ?? 0) + 1,
  };
  const moved = factsOfMove(move);
  return advance('updated', [entity, after], { call, action: moved.action, moved });
};
