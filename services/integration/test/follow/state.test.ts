import { expect } from 'chai';
import { type States, stateStep } from '../../src/follow/state.ts';
import type { WorkflowSync } from '../../src/mapping/mapping.ts';

const workflowOf = (external_to_service: boolean, service_to_external: boolean): WorkflowSync => ({
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

const stepOf = ({ base, now, triggers = [true, true], direction, strategy }: Case) => {
  const step = stateStep(base, now, {
    workflow: workflowOf(...triggers),
    direction: direction ?? 'bidirectional',
    strategy: strategy ?? 'external_wins',
  });
  return 'to' in step ? `${step.kind} ${step.to}` : step.kind;
};

const OPEN: States = { external: 'Open', service: 'draft' };

describe('the states of a record on both sides', () => {
  const cases: [rule: string, asked: Case, step: string][] = [
    ['are alike where a mapping says so', { base: null, now: OPEN }, 'alike'],
    ['are alike by another mapping too', { base: OPEN, now: { external: 'Reopened', service: 'draft' } }, 'alike'],
    [
      'move here where it moved there',
      { base: OPEN, now: { external: 'In work', service: 'draft' } },
      'move_local submitted',
    ],
    [
      'move there where it moved here',
      { base: OPEN, now: { external: 'Open', service: 'submitted' } },
      'act_remote In work',
    ],
    [
      'move here at the first look',
      { base: null, now: { external: 'In work', service: 'draft' } },
      'move_local submitted',
    ],
    [
      'move there at the first look where the service wins',
      { base: null, now: { external: 'Open', service: 'submitted' }, strategy: 'service_wins' },
      'act_remote In work',
    ],
    [
      'move by the strategy where both moved',
      {
        base: { external: 'Closed', service: 'closed' },
        now: { external: 'In work', service: 'draft' },
        strategy: 'service_wins',
      },
      'act_remote Open',
    ],
    [
      'stay where the trigger of the side that moved is off',
      { base: OPEN, now: { external: 'In work', service: 'draft' }, triggers: [false, true] },
      'none',
    ],
    [
      'stay where the other trigger is off',
      { base: OPEN, now: { external: 'Open', service: 'submitted' }, triggers: [true, false] },
      'none',
    ],
    [
      'do not move here in an outbound connection',
      { base: OPEN, now: { external: 'In work', service: 'draft' }, direction: 'outbound' },
      'none',
    ],
    [
      'do not move there in an inbound connection',
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
      'move there where both moved and the external one has no name here',
      { base: OPEN, now: { external: 'Odd', service: 'submitted' } },
      'act_remote In work',
    ],
    [
      'stay when neither moved, though they differ',
      { base: { external: 'Open', service: 'submitted' }, now: { external: 'Open', service: 'submitted' } },
      'none',
    ],
  ];
  for (const [rule, asked, step] of cases) it(rule, () => expect(stepOf(asked)).to.equal(step));
});
