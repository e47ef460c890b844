import type { PromisedEvent } from './ledger.ts';

/** A quality event that a writer has opened, and the CAPA that was opened for it. */
export type Case = {
  event: PromisedEvent;
  /** Of a CAPA: what it was opened for. */
  source: Case | null;
  capa: Case | null;
  /** Of a CAPA: the ids of its actions. */
  actions: string[];
};

/** What is done next on the way of a quality event. */
export type Step =
  /** At either entry point: as a PATCH of the status or as a transition. */
  | { kind: 'transition'; to: string; data?: Record<string, unknown> }
  /** To a state that is no status, or with a signature: at the workflow's entry point alone. */
  | { kind: 'ask'; to: string }
  | { kind: 'sign'; to: string }
  | { kind: 'decide' }
  | { kind: 'openCapa' }
  | { kind: 'addAction' }
  | { kind: 'complete' }
  | { kind: 'check' };

type Way = Readonly<Record<string, (one: Case) => Step | null>>;

/** The types that a client creates; a CAPA is opened for a deviation. */
export const TYPES = ['deviation', 'change_request', 'complaint', 'audit_finding'] as const;

const ACTIONS = 2;

const to =
  (state: string, data?: Record<string, unknown>): (() => Step) =>
  () => ({ kind: 'transition', to: state, ...(data ? { data } : {}) });

const FOUND = { root_cause: { category: 'equipment', description: 'Found out by the drill' } };

const SHARED: Way = {
  draft: to('submitted'),
  submitted: to('investigation'),
  investigation: to('root_cause_identified', FOUND),
  root_cause_identified: to('action_planning'),
  action_planning: () => ({ kind: 'ask', to: 'pending_approval' }),
  pending_approval: () => ({ kind: 'decide' }),
  implementation: to('verification'),
  verification: to('closed'),
};

const closedWithSignature = (): Step => ({ kind: 'sign', to: 'closed' });

/** The way of each type by its shipped definition, from state to state. */
const WAYS: Readonly<Record<string, Way>> = {
  deviation: {
    ...SHARED,
    investigation: ({ capa }) => (capa ? to('root_cause_identified', FOUND)() : { kind: 'openCapa' }),
    // Left by itself, when its CAPA is closed.
    implementation: () => null,
    verification: closedWithSignature,
  },
  capa: {
    ...SHARED,
    submitted: to('action_planning'),
    implementation: ({ event, actions }) => {
      if (actions.length < ACTIONS) return { kind: 'addAction' };
      return event.fields.completed === ACTIONS ? to('verification')() : { kind: 'complete' };
    },
    verification: ({ event }) => (event.fields.outcome ? closedWithSignature() : { kind: 'check' }),
  },
  audit_finding: SHARED,
  complaint: { ...SHARED, action_planning: to('implementation') },
  change_request: {
    ...SHARED,
    investigation: to('action_planning', { impact_assessment: { patient_impact: 'none' } }),
    // Two decide on it, one after the other: a decision without a transition is none of the drill's.
    pending_approval: () => null,
  },
};

/** What is done next; null where it has ended, or waits for what nobody here does. */
export const nextStep = (one: Case): Step | null => WAYS[one.event.type]?.[one.event.state]?.(one) ?? null;

/** Whether the workflow makes the next transition of the deviation by itself now: it is carried out, and its CAPA is closed. */
export const transitionsByItself = ({ event, capa }: Case): boolean =>
  event.state === 'implementation' && capa?.event.state === 'closed';
