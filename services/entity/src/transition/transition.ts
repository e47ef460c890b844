import { isDeepStrictEqual } from 'node:util';
import { CODE_ATTRIBUTES, RECORD_STATES } from '@qsc/contracts';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import {
  type Call,
  callOfTransition,
  factsOfTransition,
  isObject,
  mergePatch,
  validationFailed,
} from '@qsc/service-kit/pure';
import type { Attributes } from '../entity/attributes.ts';
import { advance, type Decided, type Entity, type EntityType, nextVersion } from '../entity/entity.ts';

/** What a transition brings to an entity: a merge patch of name and attributes. */
export type TransitionData = { name?: string | undefined; attributes?: Attributes | undefined };

/** Attributes that change by their own endpoints alone: the state of a supplier or certificate, and what it depends on. */
const protectedAttributes = (type: EntityType): readonly string[] => {
  const table = RECORD_STATES[type];
  const code = CODE_ATTRIBUTES[type];
  return [
    ...(table
      ? [table.attribute, ...Object.values(table.requiredFields).flat(), ...(table.assessed?.attributes ?? [])]
      : []),
    ...(code === undefined ? [] : [code]),
  ];
};

/** Throws `validation_failed` for data of a transition that would bypass the states of a supplier or certificate, or its code. */
export const requireUnprotected = (type: EntityType, { attributes = {} }: TransitionData): void => {
  const refused = protectedAttributes(type).filter((name) => Object.hasOwn(attributes, name));
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
  { name = entity.name, attributes = {} }: TransitionData,
): Pick<Entity, 'name' | 'attributes'> => ({
  name,
  attributes: mergePatch(entity.attributes, attributes) as Attributes,
});

/** Whether the data of a transition changes the entity. */
export const changesEntity = (entity: Entity, data: TransitionData): boolean => {
  const { name, attributes } = mergedWith(entity, data);
  return name !== entity.name || !isDeepStrictEqual(attributes, entity.attributes);
};

const parseData = ({ data: { name, attributes } }: TransitionSnapshot): TransitionData => ({
  ...(typeof name === 'string' ? { name } : {}),
  ...(isObject(attributes) ? { attributes } : {}),
});

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * The entity after a transition that its workflow has committed, with the audit entry of the act. It is a fact by now: what was
 * checked before the transition (`GetRecord`) is not checked again, also where it has changed since.
 */
export const transitionEntity = (entity: Entity, transition: TransitionSnapshot): Decided => {
  const call: Call = callOfTransition(entity.org_id, transition);
  const after = {
    ...nextVersion(entity, mergedWith(entity, parseData(transition)), call),
    updated_at: later(entity.updated_at, call.now),
    record_moves: (entity.record_moves ?? 0) + 1,
  };
  const moved = factsOfTransition(transition);
  return advance('updated', [entity, after], { call, action: moved.action, moved });
};
