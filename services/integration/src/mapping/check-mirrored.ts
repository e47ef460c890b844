import { type FieldError, QUALITY_EVENT_STATUSES, RECORD_STATES } from '@qsc/contracts';
import type { Abilities } from '../connector/connector.ts';
import { QUALITY_EVENT } from '../local/quality-event.ts';
import { WITH_CONTENT } from '../mirror/content.ts';
import type { EsignatureSync, Mapping, WorkflowSync } from './mapping.ts';

/**
 * What is wrong with the mirroring of a mapping (files, states, signatures): it is complete, and both sides support it. A part
 * that is not enabled is not checked.
 */
export const checkMirrored = (mapping: Mapping, path: string, connector: Abilities): FieldError[] => [
  ...checkContent(mapping, `${path}.content_sync`, connector),
  ...checkStates(mapping, `${path}.workflow_sync`, connector),
  ...checkSignatures(mapping.esignature_sync, `${path}.esignature_sync`),
];

const checkContent = (
  { content_sync, entity_type, source_object }: Mapping,
  path: string,
  { contentObjects = [] }: Abilities,
): FieldError[] => {
  if (!content_sync?.enabled) return [];
  const problem = (message: string): FieldError[] => [{ field: `${path}.enabled`, code: 'invalid_value', message }];
  if (contentObjects.length === 0) return problem('This kind of system gives out no files. Leave content_sync off.');
  if (!contentObjects.includes(source_object))
    return problem(`Only ${contentObjects.join(', ')} have files there. Leave content_sync off for ${source_object}.`);
  if (!WITH_CONTENT.includes(entity_type))
    return problem(`Files are brought here for ${WITH_CONTENT.join(' and ')} alone. Leave content_sync off.`);
  return [];
};

const checkStates = (
  { workflow_sync: workflow, entity_type }: Mapping,
  path: string,
  { hasActions }: Abilities,
): FieldError[] => {
  if (!workflow?.enabled) return [];
  const { state_mappings: states, transition_triggers: triggers } = workflow;
  return [
    ...findMissing(workflow, path),
    ...(triggers.service_to_external && !hasActions ? [unmovable(path)] : []),
    ...doubledStates(states, 'external_state', path),
    ...(triggers.service_to_external ? doubledStates(states, 'service_state', path) : []),
    ...unknownStates(states, entity_type, path),
  ];
};

const findMissing = ({ lifecycle, state_mappings }: WorkflowSync, path: string): FieldError[] => {
  const required = (member: keyof WorkflowSync, message: string): FieldError[] => [
    { field: `${path}.${member}`, code: 'required', message },
  ];
  return [
    ...(lifecycle === null ? required('lifecycle', 'Name the field there that holds the state.') : []),
    ...(state_mappings.length === 0 ? required('state_mappings', 'Name the states that belong together.') : []),
  ];
};

const unmovable = (path: string): FieldError => ({
  field: `${path}.transition_triggers.service_to_external`,
  code: 'invalid_value',
  message: 'States of this kind of system cannot be changed from here. Leave service_to_external off.',
});

const doubledStates = (
  states: WorkflowSync['state_mappings'],
  side: 'external_state' | 'service_state',
  path: string,
): FieldError[] =>
  states.flatMap((state, index) => {
    if (states.findIndex((other) => other[side] === state[side]) === index) return [];
    const field = `${path}.state_mappings.${index}.${side}`;
    return [{ field, code: 'duplicate', message: `${state[side]} has another state already.` }];
  });

/** The states that records of a type can be in; null where workflows alone say which these are. */
const knownStates = (entityType: string): readonly string[] | null => {
  if (entityType === QUALITY_EVENT) return QUALITY_EVENT_STATUSES;
  const table = RECORD_STATES[entityType];
  return table ? Object.keys(table.transitions) : null;
};

const unknownStates = (states: WorkflowSync['state_mappings'], entityType: string, path: string): FieldError[] => {
  const known = knownStates(entityType);
  if (!known) return [];
  const message = `No ${entityType} is ever in this state. Use one of ${known.join(', ')}.`;
  return states.flatMap(({ service_state }, index) =>
    known.includes(service_state)
      ? []
      : [{ field: `${path}.state_mappings.${index}.service_state`, code: 'unknown', message }],
  );
};

/** In either of them signatures of theirs come here. Ours stay here: another system could not verify them. */
const SIGNATURE_DIRECTIONS = ['inbound', 'bidirectional'];

/** Every kind of system can give signatures, since they are read from a field. */
const checkSignatures = (signatures: EsignatureSync | null, path: string): FieldError[] => {
  if (!signatures?.enabled) return [];
  if (signatures.signature_field === null)
    return [{ field: `${path}.signature_field`, code: 'required', message: 'Name the field that holds signatures.' }];
  if (SIGNATURE_DIRECTIONS.includes(signatures.sync_direction)) return [];
  const message = 'Signatures are only read from the external system. Use inbound or bidirectional.';
  return [{ field: `${path}.sync_direction`, code: 'invalid_value', message }];
};
