import type { Direction, Strategy } from '../connection/connection.ts';
import type { WorkflowSync } from '../mapping/mapping.ts';

/** The states of a record there and here. */
export type States = { external: string; service: string };

/** The next step for the states of a record. `alike`: they mean the same, and are the base of the next comparison. */
export type StateStep =
  | { kind: 'alike' }
  | { kind: 'transition_local'; to: string }
  | { kind: 'act_remote'; to: string }
  | { kind: 'none' };

type Rules = { workflow: WorkflowSync; direction: Direction; strategy: Strategy };

/**
 * Compares the states of a record with those of the last comparison (null for never), and decides which side makes a transition.
 * The side that changed leads; where both did, the strategy decides. States without a mapping, and sides whose trigger is off,
 * do not change. A transition of our own is equal by then and causes none back.
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
  const hasChanged = { external: base?.external !== now.external, service: base?.service !== now.service };
  const changesHere = triggers.external_to_service && direction !== 'outbound' && hasChanged.external;
  const actsThere = triggers.service_to_external && direction !== 'inbound' && hasChanged.service;
  const leadsThere = actsThere && toExternal !== undefined && (!changesHere || strategy === 'service_wins');
  if (leadsThere) return { kind: 'act_remote', to: toExternal };
  if (changesHere && toService !== undefined) return { kind: 'transition_local', to: toService };
  if (actsThere && toExternal !== undefined) return { kind: 'act_remote', to: toExternal };
  return { kind: 'none' };
};
