import { type FieldError, newId } from '@qsc/contracts';
import type { NewMapping } from './mapping.schemas.ts';
import type { Mapping } from './mapping.ts';

/**
 * The mappings with their ids, so that links stay with what they were made for. A mapping has the id of the former one that read
 * the same object, restricted to the same types, into the same kind of record; where none did, of one that read it restricted to
 * other types: the one whose id it names, or where it names none of them, the only one that is left, if it is the only mapping
 * left for it. Any other one gets a new id, also where it names one: the links of another object would be taken for its own.
 * `problems`: ids that the connection does not have, or twice.
 */
export const identify = (
  mappings: readonly NewMapping[],
  before: readonly Mapping[],
): { mappings: Mapping[]; problems: FieldError[] } => {
  const ids = new Map<NewMapping, string>();
  const waiting = (): NewMapping[] => mappings.filter((mapping) => !ids.has(mapping));
  const left = (): Mapping[] => before.filter(({ id }) => ![...ids.values()].includes(id));
  const give = (isMeant: (former: Mapping, mapping: NewMapping) => boolean): void => {
    for (const mapping of waiting()) {
      const former = left().find((one) => isMeant(one, mapping));
      if (former) ids.set(mapping, former.id);
    }
  };
  give((former, mapping) => former.id === mapping.id && toSubject(former) === toSubject(mapping));
  give((former, mapping) => toSubject(former) === toSubject(mapping));
  give((former, mapping) => former.id === mapping.id && toKind(former) === toKind(mapping));
  const isOnly = (of: readonly Kind[], one: Kind): boolean =>
    of.filter((other) => toKind(other) === toKind(one)).length === 1;
  const [formers, others] = [left(), waiting()];
  give((former, mapping) => toKind(former) === toKind(mapping) && isOnly(formers, former) && isOnly(others, mapping));
  return {
    mappings: mappings.map((mapping) => ({ ...mapping, id: ids.get(mapping) ?? newId('mapping') })),
    problems: findProblems(mappings, before),
  };
};

/** What a mapping is about, by which it is known again. */
export const toSubject = (mapping: Omit<NewMapping, 'id'> | Mapping): string =>
  JSON.stringify([toKind(mapping), [...mapping.document_types].sort()]);

type Kind = Pick<Mapping, 'source_object' | 'entity_type' | 'event_subtype'>;

/** Which records of which object a mapping makes, whichever of them it takes. */
const toKind = ({ source_object, entity_type, event_subtype }: Kind): string =>
  JSON.stringify([source_object, entity_type, event_subtype]);

const findProblems = (mappings: readonly NewMapping[], before: readonly Mapping[]): FieldError[] => {
  const known = new Set(before.map(({ id }) => id));
  return mappings.flatMap(({ id }, index): FieldError[] => {
    if (id === undefined || (known.has(id) && mappings.findIndex((other) => other.id === id) === index)) return [];
    const message = known.has(id) ? 'Another mapping has this id.' : 'The connection has no mapping of this id.';
    return [{ field: `mappings.${index}.id`, code: known.has(id) ? 'duplicate' : 'unknown', message }];
  });
};
