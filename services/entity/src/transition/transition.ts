import { isDeepStrictEqual } from 'node:util';
import { CODE_ATTRIBUTES, RECORD_STATES } from '@qsc/contracts';
import type { TransitionSnapshot } from '@qsc/contracts/events';
import { type Call, callOfTransition, factsOfTransition, mergePatch, validationFailed } from '@qsc/service-kit/pure';
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

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * Applies a committed transition to the entity that is reserved for it, with the audit entry of the act where it changes the
 * entity. What was checked before (`Reserve`) is not checked again.
 */
export const applyTransition = (entity: Entity, transition: TransitionSnapshot): Decided => {
  const applied = { reservation: null, last_transition_id: transition.id };
  if (!transition.changed) return { entity: { ...entity, ...applied }, history: null, events: [] };
  const call: Call = callOfTransition(entity.org_id, transition);
  const patch: TransitionData = entity.reservation?.patch ?? {};
  const after = {
    ...nextVersion(entity, { ...mergedWith(entity, patch), ...applied }, call),
    updated_at: later(entity.updated_at, call.now),
  };
  const facts = factsOfTransition(transition);
  return advance('updated', [entity, after], { call, action: facts.action, transition: facts });
};
