type Rule = { to_state: string; requires_signature?: boolean | undefined };

/** A definition of a workflow, as far as the way into closed states goes. */
export type Closing = {
  name: string;
  is_active: boolean;
  entity_types: readonly string[];
  states: readonly {
    id: string;
    type: string;
    allowed_transitions?: readonly string[] | undefined;
    transition_rules?: readonly Rule[] | undefined;
    approval_config?: { require_signature?: boolean | undefined } | undefined;
  }[];
};

/** Whose closure is signed, as the shipped definitions have it (OPS-09). */
const SIGNED_TYPES = new Set(['deviation', 'capa']);

const CLOSED = 'closed';

/** Sentences about the transitions of active definitions of deviations and CAPAs that lead into `closed` without a signature. */
export const findUnsignedClosures = (definitions: readonly Closing[]): string[] =>
  definitions
    .filter(({ is_active, entity_types }) => is_active && entity_types.some((type) => SIGNED_TYPES.has(type)))
    .flatMap(({ name, states }) =>
      states
        .filter(({ allowed_transitions = [] }) => allowed_transitions.includes(CLOSED))
        .filter(
          ({ type, approval_config, transition_rules = [] }) =>
            !(type === 'approval' && approval_config?.require_signature) &&
            !transition_rules.some(({ to_state, requires_signature }) => to_state === CLOSED && requires_signature),
        )
        .map(({ id }) => `${name}: from ${id} to ${CLOSED} without a signature`),
    );
