import { isDeepStrictEqual } from 'node:util';
import { newId } from '@qsc/contracts';
import { type ActEnvelope, type Changes, workflowEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import type { State, Workflow } from './definition.ts';
import { requireSound } from './definition-check.ts';

/** The input of a new definition. */
export type NewWorkflow = Pick<Workflow, 'name' | 'description' | 'entity_types' | 'states'> & {
  is_active?: boolean | undefined;
};

/** What is left out stays. */
export type WorkflowPatch = { [Member in keyof NewWorkflow]?: NewWorkflow[Member] | undefined };

/** A definition after a decision, and its event; without one where nothing changed. */
export type Decided = { workflow: Workflow; events: ActEnvelope[] };

/** A new definition at version 1. Throws `validation_failed` for one that is not sound. */
export const createWorkflow = (input: NewWorkflow, call: Call): Decided => {
  requireSound(input);
  const workflow: Workflow = {
    id: newId('workflow'),
    org_id: call.actor.org_id,
    name: input.name,
    description: input.description,
    entity_types: input.entity_types,
    states: input.states.map(withoutEmpty),
    is_active: input.is_active ?? true,
    version: 1,
    created_at: call.now,
    updated_at: call.now,
    created_by: call.actor.id,
  };
  return { workflow, events: [toEvent(null, workflow, call)] };
};

/**
 * The definition after the patch, at its next version; the same one where the patch changes nothing. Throws
 * `validation_failed`.
 */
export const patchWorkflow = (before: Workflow, patch: WorkflowPatch, call: Call): Decided => {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const requested: Workflow = { ...before, ...given };
  requireSound(requested);
  const patched = { ...requested, states: requested.states.map(withoutEmpty) };
  if (isDeepStrictEqual(patched, before)) return { workflow: before, events: [] };
  const workflow = { ...patched, version: before.version + 1, updated_at: call.now };
  return { workflow, events: [toEvent(before, workflow, call)] };
};

/** Final states have no transitions, even if a caller sent an empty list. */
const withoutEmpty = ({ allowed_transitions: targets, ...state }: State): State =>
  targets === undefined || targets.length === 0 ? state : { ...state, allowed_transitions: targets };

const toEvent = (before: Workflow | null, after: Workflow, call: Call): ActEnvelope => {
  const { id, name, entity_types, version, is_active } = after;
  return makeEvent(before ? workflowEvents.updated : workflowEvents.created, call, {
    audit: {
      action: before ? 'update' : 'create',
      entity_type: 'workflow',
      entity_id: id,
      entity_name: name,
      entity_version: version,
      changes: changesBetween(before, after),
    },
    record: { id, name, entity_types, version, is_active },
  });
};

const TRACKED = ['name', 'description', 'entity_types', 'is_active'] as const;

/** The tracked members of a definition, and those of each state by the id of the state. */
const toTracked = (workflow: Workflow | null): Map<string, unknown> => {
  if (!workflow) return new Map();
  const members = TRACKED.map((name) => [name, workflow[name]] as const);
  const ofStates = workflow.states.flatMap(({ id, ...state }) =>
    Object.entries(state).map(([name, value]) => [`states.${id}.${name}`, value] as const),
  );
  return new Map<string, unknown>([...members, ...ofStates, ['states', workflow.states.map(({ id }) => id)]]);
};

const changesBetween = (before: Workflow | null, after: Workflow): Changes => {
  const [old, now] = [toTracked(before), toTracked(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => !isDeepStrictEqual(old.get(path), now.get(path)),
  );
  return Object.fromEntries(changed.map((path) => [path, { from: old.get(path) ?? null, to: now.get(path) ?? null }]));
};
