import { expect } from 'chai';
import type { WorkflowSync } from '../../src/mapping/mapping.ts';
import { type States, stateStep } from '../../src/mirror/state.ts';

const makeWorkflow = (external_to_service: boolean, service_to_external: boolean): WorkflowSync => ({
  enabled: true,
  lifecycle: 'state',
  state_mappings: [
    { external_state: 'Open', service_state: 'draft' },
    { external_state: 'Reopened', service_state: 'draft' },
    { external_state: 'In work', service_state: 'submitted' },
  ],
  transition_triggers: { external_to_service, service_to_external },
});

type Case = {
  base: States | null;
  now: States;
  triggers?: [external: boolean, service: boolean];
  direction?: 'inbound' | 'outbound';
  strategy?: 'service_wins';
};

const readStep = ({ base, now, triggers = [true, true], direction, strategy }: Case) => {
  const step = stateStep(base, now, {
    workflow: makeWorkflow(...triggers),
    direction: direction ?? 'bidirectional',
    strategy: strategy ?? 'external_wins',
  });
  return 'to' in step ? `${step.kind} ${step.to}` : step.kind;
};

const OPEN: States = { external: 'Open', service: 'draft' };

describe('the states of a record on both sides', () => {
  const cases: [rule: string, input: Case, step: string][] = [
    ['are alike where a mapping says so', { base: null, now: OPEN }, 'alike'],
    ['are alike by another mapping too', { base: OPEN, now: { external: 'Reopened', service: 'draft' } }, 'alike'],
    [
      'change here where it changed there',
      { base: OPEN, now: { external: 'In work', service: 'draft' } },
      'transition_local submitted',
    ],
    [
      'change there where it changed here',
      { base: OPEN, now: { external: 'Open', service: 'submitted' } },
      'act_remote In work',
    ],
    [
      'change here at the first comparison',
      { base: null, now: { external: 'In work', service: 'draft' } },
      'transition_local submitted',
    ],
    [
      'change there at the first comparison where the service wins',
      { base: null, now: { external: 'Open', service: 'submitted' }, strategy: 'service_wins' },
      'act_remote In work',
    ],
    [
      'change by the strategy where both changed',
      {
        base: { external: 'Closed', service: 'closed' },
        now: { external: 'In work', service: 'draft' },
        strategy: 'service_wins',
      },
      'act_remote Open',
    ],
    [
      'stay where the trigger of the side that changed is off',
      { base: OPEN, now: { external: 'In work', service: 'draft' }, triggers: [false, true] },
      'none',
    ],
    [
      'stay where the other trigger is off',
      { base: OPEN, now: { external: 'Open', service: 'submitted' }, triggers: [true, false] },
      'none',
    ],
    [
      'do not change here in an outbound connection',
      { base: OPEN, now: { external: 'In work', service: 'draft' }, direction: 'outbound' },
      'none',
    ],
    [
      'do not change there in an inbound connection',
      { base: OPEN, now: { external: 'Open', service: 'submitted' }, direction: 'inbound' },
      'none',
    ],
    [
      'stay where no mapping names the external one',
      { base: OPEN, now: { external: 'Odd', service: 'draft' } },
      'none',
    ],
    ['stay where no mapping names ours', { base: OPEN, now: { external: 'Open', service: 'closed' } }, 'none'],
    [
      'change there where both changed and the external one has no mapping',
      { base: OPEN, now: { external: 'Odd', service: 'submitted' } },
      'act_remote In work',
    ],
    [
      'stay when neither changed, though they differ',
      { base: { external: 'Open', service: 'submitted' }, now: { external: 'Open', service: 'submitted' } },
      'none',
    ],
  ];
  for (const [rule, input, step] of cases) it(rule, () => expect(readStep(input)).to.equal(step));
});
