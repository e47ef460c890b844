import { type FieldError, newId } from '@qsc/contracts';
import type { NewMapping } from './mapping.schemas.ts';
import type { Mapping } from './mapping.ts';

/**
 * The mappings with their ids. One that names no id keeps that of the mapping which read the same object into the same kind of
 * record, so that its links stay; else it gets a new one. `problems`: ids that the connection does not have, or twice.
 */
export const identify = (
  mappings: readonly NewMapping[],
  before: readonly Mapping[],
): { mappings: Mapping[]; problems: FieldError[] } => {
  const named = mappings.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const known = new Set(before.map(({ id }) => id));
  const free = before.filter(({ id }) => !named.includes(id));
  const problems = mappings.flatMap(({ id }, index): FieldError[] => {
    if (id === undefined || (known.has(id) && mappings.findIndex((other) => other.id === id) === index)) return [];
    const message = known.has(id) ? 'Another mapping has this id.' : 'The connection has no mapping of this id.';
    return [{ field: `mappings.${index}.id`, code: known.has(id) ? 'duplicate' : 'unknown', message }];
  });
  return { mappings: mappings.map((mapping) => ({ ...mapping, id: mapping.id ?? idOf(mapping, free) })), problems };
};

/** What a mapping is about, by which it is known again. */
export const subjectOf = (mapping: Omit<NewMapping, 'id'> | Mapping): string =>
  JSON.stringify([
    mapping.source_object,
    mapping.entity_type,
    mapping.event_subtype,
    [...mapping.document_types].sort(),
  ]);

const idOf = (mapping: NewMapping, free: Mapping[]): string => {
  const place = free.findIndex((former) => subjectOf(former) === subjectOf(mapping));
  const [former] = place < 0 ? [] : free.splice(place, 1);
  return former?.id ?? newId('mapping');
};
