import { type FieldError, newId } from '@qsc/contracts';
import type { NewMapping } from './mapping.schemas.ts';
import type { Mapping } from './mapping.ts';

/**
 * The mappings with their ids. One keeps the id that it names, or that of the mapping which read the same object into the same
 * kind of record, so that its links stay. One that is about something else gets a new id, also where it names one: the links
 * of another object would be taken for its own. `problems`: ids that the connection does not have, or twice.
 */
export const identify = (
  mappings: readonly NewMapping[],
  before: readonly Mapping[],
): { mappings: Mapping[]; problems: FieldError[] } => {
  const known = new Set(before.map(({ id }) => id));
  const isKept = ({ id, ...mapping }: NewMapping): boolean =>
    before.some((former) => former.id === id && subjectOf(former) === subjectOf(mapping));
  const kept = new Set(mappings.filter(isKept).map(({ id }) => id));
  const free = before.filter(({ id }) => !kept.has(id));
  const problems = mappings.flatMap(({ id }, index): FieldError[] => {
    if (id === undefined || (known.has(id) && mappings.findIndex((other) => other.id === id) === index)) return [];
    const message = known.has(id) ? 'Another mapping has this id.' : 'The connection has no mapping of this id.';
    return [{ field: `mappings.${index}.id`, code: known.has(id) ? 'duplicate' : 'unknown', message }];
  });
  const idOf = (mapping: NewMapping): string =>
    mapping.id !== undefined && isKept(mapping) ? mapping.id : idAmong(free, mapping);
  return { mappings: mappings.map((mapping) => ({ ...mapping, id: idOf(mapping) })), problems };
};

/** What a mapping is about, by which it is known again. */
export const subjectOf = (mapping: Omit<NewMapping, 'id'> | Mapping): string =>
  JSON.stringify([
    mapping.source_object,
    mapping.entity_type,
    mapping.event_subtype,
    [...mapping.document_types].sort(),
  ]);

const idAmong = (free: Mapping[], mapping: NewMapping): string => {
  const place = free.findIndex((former) => subjectOf(former) === subjectOf(mapping));
  const [former] = place < 0 ? [] : free.splice(place, 1);
  return former?.id ?? newId('mapping');
};
