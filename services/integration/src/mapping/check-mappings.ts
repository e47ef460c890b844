import type { FieldError } from '@qsc/contracts';
import type { ConflictResolution, Direction } from '../connection/connection.ts';
import type { Connector } from '../connector/connector.ts';
import { checkBidirectional } from './check-bidirectional.ts';
import { subjectOf } from './identify.ts';
import type { EsignatureSync, Filter, Mapping, WorkflowSync } from './mapping.ts';
import { NAME_TARGET } from './target.ts';

/** A fault of a mapping: where it stands in the body, what kind it is, and a sentence that says what to change. */
export type FieldProblem = FieldError;

export type MappingContext = { connector: Pick<Connector, 'hasTypes'>; direction: Direction };

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
      ...mapping.filters.flatMap((filter, at) => checkFilter(filter, `${path}.filters.${at}`)),
      ...checkBidirectional(mapping, path, context.direction),
      ...checkStates(mapping.workflow_sync, `${path}.workflow_sync`),
      ...checkSignatures(mapping.esignature_sync, `${path}.esignature_sync`),
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
  const isEvent = mapping.entity_type === 'quality_event';
  const problems: FieldProblem[] = [];
  if (isEvent !== (mapping.event_subtype !== null)) {
    const message = isEvent ? 'Name the kind of quality event.' : 'Only a quality event has a kind.';
    problems.push({ field: `${field}.event_subtype`, code: isEvent ? 'required' : 'invalid_value', message });
  }
  if (mappings.findIndex((other) => subjectOf(other) === subjectOf(mapping)) < index)
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

const checkFilter = ({ operator, value }: Filter, path: string): FieldProblem[] => {
  const problem = (message: string): FieldProblem[] => [{ field: `${path}.value`, code: 'invalid_value', message }];
  if (Array.isArray(value) !== (operator === 'in'))
    return problem(operator === 'in' ? 'in needs a list of values.' : `${operator} needs one value.`);
  const ordered = operator !== 'eq' && operator !== 'ne' && operator !== 'in';
  if (ordered && typeof value !== 'string' && typeof value !== 'number')
    return problem(`${operator} needs a text or a number.`);
  return [];
};

const checkStates = (workflow: WorkflowSync | null, path: string): FieldProblem[] => {
  if (!workflow?.enabled) return [];
  const { state_mappings, transition_triggers } = workflow;
  if (state_mappings.length === 0)
    return [{ field: `${path}.state_mappings`, code: 'required', message: 'Name the states that belong together.' }];
  return [
    ...doubledStates(state_mappings, 'external_state', path),
    ...(transition_triggers.service_to_external ? doubledStates(state_mappings, 'service_state', path) : []),
  ];
};

const doubledStates = (
  states: WorkflowSync['state_mappings'],
  side: 'external_state' | 'service_state',
  path: string,
): FieldProblem[] =>
  states.flatMap((state, index) => {
    if (states.findIndex((other) => other[side] === state[side]) === index) return [];
    const field = `${path}.state_mappings.${index}.${side}`;
    return [{ field, code: 'duplicate', message: `${state[side]} has another state already.` }];
  });

/** In either of them signatures of theirs come here. Ours stay here: another system could not verify them. */
const SIGNATURE_DIRECTIONS = ['inbound', 'bidirectional'];

const checkSignatures = (signatures: EsignatureSync | null, path: string): FieldProblem[] => {
  if (!signatures?.enabled) return [];
  if (signatures.signature_field === null)
    return [{ field: `${path}.signature_field`, code: 'required', message: 'Name the field that holds signatures.' }];
  if (SIGNATURE_DIRECTIONS.includes(signatures.sync_direction)) return [];
  const message = 'Signatures are taken over from there, and none is sent. Use inbound or bidirectional.';
  return [{ field: `${path}.sync_direction`, code: 'invalid_value', message }];
};

const checkDocuments = ({ document_types }: Mapping, path: string, { connector }: MappingContext): FieldProblem[] => {
  if (document_types.length === 0 || connector.hasTypes) return [];
  const message = 'The records of this kind of system have no types. Use filters.';
  return [{ field: `${path}.document_types`, code: 'invalid_value', message }];
};
