import type { Direction, Strategy } from '../connection/connection.ts';
import type { WorkflowSync } from '../mapping/mapping.ts';

/** Where a record stands there and here. */
export type States = { external: string; service: string };

/** What is done about the states of a record. `alike`: they mean the same, and are the base of the next look. */
export type StateStep =
  | { kind: 'alike' }
  | { kind: 'move_local'; to: string }
  | { kind: 'act_remote'; to: string }
  | { kind: 'none' };

type Rules = { workflow: WorkflowSync; direction: Direction; strategy: Strategy };

/**
 * Compares the states of a record with those that meant the same when they were last looked at (null for never), and says which
 * side moves. The side that moved leads; where both did, the strategy says. States that no mapping names, and sides whose
 * trigger is off, are left alone; what we moved ourselves is alike by then and moves nothing back.
 */
export const stateStep = (base: States | null, now: States, { workflow, direction, strategy }: Rules): StateStep => {
  const { state_mappings: mappings, transition_triggers: triggers } = workflow;
  if (
    mappings.some(
      ({ external_state, service_state }) => external_state === now.external && service_state === now.service,
    )
  )
    return { kind: 'alike' };
  const toService = mappings.find(({ external_state }) => external_state === now.external)?.service_state;
  const toExternal = mappings.find(({ service_state }) => service_state === now.service)?.external_state;
  const hasMoved = { external: base?.external !== now.external, service: base?.service !== now.service };
  const movesHere = triggers.external_to_service && direction !== 'outbound' && hasMoved.external;
  const actsThere = triggers.service_to_external && direction !== 'inbound' && hasMoved.service;
  const leadsThere = actsThere && toExternal !== undefined && (!movesHere || strategy === 'service_wins');
  if (leadsThere) return { kind: 'act_remote', to: toExternal };
  if (movesHere && toService !== undefined) return { kind: 'move_local', to: toService };
  if (actsThere && toExternal !== undefined) return { kind: 'act_remote', to: toExternal };
  return { kind: 'none' };
};
