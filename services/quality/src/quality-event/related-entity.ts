import { validationFailed } from '@qsc/service-kit';
import type { RelatedEntity } from './content.ts';

/** The names and types of records by id; what is unknown is left out. */
export type ReadNames = (orgId: string, ids: readonly string[]) => Promise<Map<string, RelatedEntity>>;

/** The entities that an event is about, with their names. Throws `validation_failed` for one that there is not. */
export type ResolveRelated = (
  orgId: string,
  requested: readonly Pick<RelatedEntity, 'type' | 'id'>[],
  known?: readonly RelatedEntity[],
) => Promise<RelatedEntity[]>;

const findFault = (
  { type, id }: Pick<RelatedEntity, 'type' | 'id'>,
  found: RelatedEntity | undefined,
  index: number,
) => {
  const field = `related_entities.${index}`;
  if (!found) return { field: `${field}.id`, code: 'unknown', message: `There is no entity with the id "${id}".` };
  if (found.type === type) return null;
  return { field: `${field}.type`, code: 'invalid_value', message: `The entity ${id} is a ${found.type}.` };
};

/**
 * Names the related entities. Those that the event already has keep the name from when they were related, even if the entity
 * was deleted since.
 */
export const makeResolveRelated =
  (readNames: ReadNames): ResolveRelated =>
  async (orgId, requested, known = []) => {
    const names = new Map(known.map((related) => [related.id, related]));
    const added = requested.filter(({ id }) => !names.has(id)).map(({ id }) => id);
    for (const [id, found] of await readNames(orgId, added)) names.set(id, found);
    const faults = requested
      .map((one, index) => findFault(one, names.get(one.id), index))
      .filter((fault) => fault !== null);
    if (faults.length > 0) throw validationFailed(faults);
    return requested.flatMap(({ id }) => names.get(id) ?? []);
  };
