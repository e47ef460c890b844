import type { FieldError } from '@qsc/contracts';
import type { ConflictResolution, Direction } from '../connection/connection.ts';
import type { Abilities } from '../connector/connector.ts';
import { NUMBER_TARGET, QUALITY_EVENT } from '../local/quality-event.ts';
import { checkBidirectional } from './check-bidirectional.ts';
import { checkMirrored } from './check-mirrored.ts';
import { toSubject } from './identify.ts';
import type { FieldMapping, Filter, Mapping } from './mapping.ts';
import { lookupTarget, NAME_TARGET } from './target.ts';

/** A problem of a mapping: its path in the body, its code, and a message that says what to change. */
export type FieldProblem = FieldError;

export type MappingContext = { connector: Abilities; direction: Direction };

/**
 * What is wrong with mappings that are well-formed in themselves, by its path as `mappings.0.field_mappings.2.target`
 * (specification, "Object mapping"; decisions, "Integrations"). Empty where nothing is.
 */
export const checkMappings = (mappings: readonly Mapping[], context: MappingContext): FieldProblem[] =>
  mappings.flatMap((mapping, index) => {
    const path = `mappings.${index}`;
    return [
      ...checkSubject(mappings, index),
      ...checkTargets(mapping, path, context),
      ...mapping.field_mappings.flatMap((field, at) => checkLookup(field, `${path}.field_mappings.${at}`)),
      ...mapping.filters.flatMap((filter, at) => checkFilter(filter, `${path}.filters.${at}`)),
      ...checkBidirectional(mapping, path, context.direction),
      ...checkMirrored(mapping, path, context.connector),
      ...checkDocuments(mapping, path, context),
    ];
  });

/**
 * What is wrong with exceptions and review fields: each names `<entity_type>.<target>` of a mapping. Nothing is checked while
 * there are no mappings, since a connection is made before them.
 */
export const checkResolution = (
  { exceptions, manual_review_fields }: ConflictResolution,
  mappings: readonly Mapping[],
): FieldProblem[] => {
  if (mappings.length === 0) return [];
  const mapped = new Set(
    mappings.flatMap(({ entity_type, field_mappings }) =>
      field_mappings.map(({ target }) => `${entity_type}.${target}`),
    ),
  );
  const named = [
    ...Object.keys(exceptions).map((name) => [`conflict_resolution.exceptions.${name}`, name] as const),
    ...manual_review_fields.map((name, at) => [`conflict_resolution.manual_review_fields.${at}`, name] as const),
  ];
  return named
    .filter(([, name]) => !mapped.has(name))
    .map(([field, name]) => ({
      field,
      code: 'unknown',
      message: `No mapping has the target ${name}. Name it <entity_type>.<target>, such as supplier.name.`,
    }));
};

const checkSubject = (mappings: readonly Mapping[], index: number): FieldProblem[] => {
  const mapping = mappings[index] as Mapping;
  const field = `mappings.${index}`;
  const isEvent = mapping.entity_type === QUALITY_EVENT;
  const problems: FieldProblem[] = [];
  if (isEvent !== (mapping.event_subtype !== null)) {
    const message = isEvent ? 'Name the kind of quality event.' : 'Only a quality event has a kind.';
    problems.push({ field: `${field}.event_subtype`, code: isEvent ? 'required' : 'invalid_value', message });
  }
  if (mappings.findIndex((other) => toSubject(other) === toSubject(mapping)) < index)
    problems.push({
      field: `${field}.source_object`,
      code: 'duplicate',
      message: 'Another mapping makes the same records of this object.',
    });
  return problems;
};

const checkTargets = ({ field_mappings }: Mapping, path: string, { direction }: MappingContext): FieldProblem[] => {
  const targets = field_mappings.map(({ target }) => target);
  const doubled = targets.flatMap((target, index): FieldProblem[] => {
    const other = targets.slice(0, index).find((former) => overlaps(former, target));
    if (other === undefined) return [];
    const message = `${other} is mapped already; a target has one source, and none lies within another.`;
    return [{ field: `${path}.field_mappings.${index}.target`, code: 'duplicate', message }];
  });
  if (targets.includes(NAME_TARGET) || direction === 'outbound') return doubled;
  const message = 'Map a field to name: a record that is made here has one.';
  return [...doubled, { field: `${path}.field_mappings`, code: 'required', message }];
};

const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

const checkLookup = ({ transformation }: FieldMapping, path: string): FieldProblem[] => {
  if (transformation === null || typeof transformation === 'string' || transformation.type !== 'entity_lookup')
    return [];
  const { entity_type, lookup_field } = transformation;
  if (entity_type !== QUALITY_EVENT || lookupTarget(lookup_field) === NUMBER_TARGET) return [];
  const message = `Quality events are found by their number alone. Use ${NUMBER_TARGET}.`;
  return [{ field: `${path}.transformation.lookup_field`, code: 'invalid_value', message }];
};

const checkFilter = ({ operator, value }: Filter, path: string): FieldProblem[] => {
  const problem = (message: string): FieldProblem[] => [{ field: `${path}.value`, code: 'invalid_value', message }];
  if (Array.isArray(value) !== (operator === 'in'))
    return problem(operator === 'in' ? 'in needs a list of values.' : `${operator} needs one value.`);
  const ordered = operator !== 'eq' && operator !== 'ne' && operator !== 'in';
  if (ordered && typeof value !== 'string' && typeof value !== 'number')
    return problem(`${operator} needs a text or a number.`);
  return [];
};

const checkDocuments = ({ document_types }: Mapping, path: string, { connector }: MappingContext): FieldProblem[] => {
  if (document_types.length === 0 || connector.hasTypes) return [];
  const message = 'The records of this kind of system have no types. Use filters.';
  return [{ field: `${path}.document_types`, code: 'invalid_value', message }];
};
