import { AppError } from '@qsc/service-kit';
import { expect } from 'chai';
import { States } from '../src/definition/definition.ts';
import { findFaults, requireSound } from '../src/definition/definition-check.ts';
import { SHIPPED } from '../src/definition/shipped.ts';

type Given = Record<string, unknown>;

const draft = (more: Given = {}): Given => ({
  id: 'draft',
  name: 'Draft',
  type: 'initial',
  allowed_transitions: ['review'],
  ...more,
});

const review = (more: Given = {}): Given => ({
  id: 'review',
  name: 'Review',
  type: 'intermediate',
  allowed_transitions: ['approval', 'draft'],
  ...more,
});

const config = (more: Given = {}): Given => ({ required_approvers: 1, approver_roles: ['quality_manager'], ...more });

const approval = (more: Given = {}): Given => ({
  id: 'approval',
  name: 'Approval',
  type: 'approval',
  allowed_transitions: ['done', 'draft'],
  approval_config: config(),
  ...more,
});

const done = (more: Given = {}): Given => ({ id: 'done', name: 'Done', type: 'final', ...more });

/** The faults of the states, each as its path and its code. */
const faults = (states: readonly Given[], entity_types = ['document']): string[] =>
  findFaults({ entity_types, states: States.parse(states) }).map(({ field, code }) => `${field} ${code}`);

describe('the check of a definition', () => {
  it('finds nothing in a sound one, nor in any that is shipped', () => {
    expect(faults([draft(), review(), approval(), done()])).to.deep.equal([]);
    for (const shipped of SHIPPED.values()) expect(findFaults(shipped)).to.deep.equal([]);
  });

  it('reports all faults at once, with their paths', () => {
    const states = States.parse([draft({ allowed_transitions: ['review', 'nowhere'] }), review(), done()]);
    expect(() => requireSound({ entity_types: ['document'], states }))
      .to.throw(AppError)
      .that.deep.includes({ code: 'validation_failed' })
      .and.has.nested.property('details.fields')
      .that.deep.equals([
        {
          field: 'states.0.allowed_transitions.1',
          code: 'unknown_state',
          message: 'No state is "nowhere".',
        },
        {
          field: 'states.1.allowed_transitions.0',
          code: 'unknown_state',
          message: 'No state is "approval".',
        },
      ]);
  });

  for (const [rule, states, expected] of [
    ['one state is initial', [review({ allowed_transitions: ['done'] }), done()], ['states initial_state']],
    [
      'no second state is initial',
      [draft(), review({ type: 'initial', allowed_transitions: ['done'] }), done()],
      ['states initial_state'],
    ],
    ['one state at least is final', [draft(), review({ allowed_transitions: ['draft'] })], ['states final_state']],
    [
      'every target is there',
      [draft({ allowed_transitions: ['review', 'lost'] }), review({ allowed_transitions: ['done'] }), done()],
      ['states.0.allowed_transitions.1 unknown_state'],
    ],
    [
      'no target stands twice',
      [draft({ allowed_transitions: ['done', 'done'] }), done()],
      ['states.0.allowed_transitions.1 duplicate'],
    ],
    ['ids are unique', [draft({ allowed_transitions: ['done'] }), done(), done()], ['states.2.id duplicate']],
    [
      'a state that is not final leads somewhere',
      [draft({ allowed_transitions: ['done', 'review'] }), review({ allowed_transitions: [] }), done()],
      ['states.1.allowed_transitions required'],
    ],
    [
      'a final state leads nowhere',
      [draft({ allowed_transitions: ['done'] }), done({ allowed_transitions: ['draft'] })],
      ['states.1.allowed_transitions not_allowed'],
    ],
    [
      'a final state reacts to nothing',
      [draft({ allowed_transitions: ['done'] }), done({ on: [{ event: 'quality_event.overdue', to_state: 'draft' }] })],
      ['states.1.on not_allowed', 'states.1.on.0.to_state not_a_transition'],
    ],
    [
      'every state is reachable',
      [draft({ allowed_transitions: ['done'] }), review({ allowed_transitions: ['done'] }), done()],
      ['states.1 unreachable'],
    ],
    [
      'every state leads to an end',
      [
        draft({ allowed_transitions: ['review', 'done'] }),
        review({ allowed_transitions: ['again'] }),
        review({ id: 'again', allowed_transitions: ['review'] }),
        done(),
      ],
      ['states.1 no_end', 'states.2 no_end'],
    ],
    [
      'an approval state has approvers',
      [draft({ allowed_transitions: ['approval'] }), approval({ approval_config: undefined }), done()],
      ['states.1.approval_config required'],
    ],
    [
      'only an approval state has approvers',
      [draft({ allowed_transitions: ['done'], approval_config: config() }), done()],
      ['states.0.approval_config not_allowed'],
    ],
    [
      'an approval leads where its state does',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ on_approve: 'review', on_reject: 'approval' }) }),
        done(),
      ],
      ['states.1.approval_config.on_approve not_a_transition', 'states.1.approval_config.on_reject not_a_transition'],
    ],
    [
      'a rejection leads elsewhere than an approval',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ on_approve: 'done', on_reject: 'done' }) }),
        done(),
      ],
      ['states.1.approval_config.on_reject same_state'],
    ],
    [
      'a rejection leads elsewhere than an approval, which without an on_approve leads to the first state',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ on_reject: 'done' }) }),
        done(),
      ],
      ['states.1.approval_config.on_reject same_state'],
    ],
    [
      'who never decides is no approver',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ approver_roles: ['quality_manager', 'system_admin', 'viewer'] }) }),
        done(),
      ],
      [
        'states.1.approval_config.approver_roles.1 role_cannot_decide',
        'states.1.approval_config.approver_roles.2 role_cannot_decide',
      ],
    ],
    [
      'a single approval has one approver',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ approval_type: 'single', required_approvers: 2 }) }),
        done(),
      ],
      ['states.1.approval_config.required_approvers not_single'],
    ],
    [
      'a sequential approval names a role for each approver',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ approval_type: 'sequential', required_approvers: 2 }) }),
        done(),
      ],
      ['states.1.approval_config.approver_roles not_in_order'],
    ],
    [
      'a role stands twice only where each approver has one',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config({ approver_roles: ['quality_manager', 'quality_manager'] }) }),
        done(),
      ],
      ['states.1.approval_config.approver_roles.1 duplicate'],
    ],
    [
      'an approval is left by its decision alone',
      [
        draft({ allowed_transitions: ['approval'] }),
        approval({
          on: [{ event: 'quality_event.overdue', to_state: 'draft' }],
          transition_rules: [{ to_state: 'done', requires_signature: true }],
        }),
        done(),
      ],
      ['states.1.on not_allowed', 'states.1.transition_rules not_allowed'],
    ],
    [
      'a rule is for an allowed transition, and for one of its own',
      [
        draft({
          allowed_transitions: ['done'],
          transition_rules: [{ to_state: 'draft' }, { to_state: 'done' }, { to_state: 'done' }],
        }),
        done(),
      ],
      ['states.0.transition_rules.0.to_state not_a_transition', 'states.0.transition_rules.2.to_state duplicate'],
    ],
    [
      'a rule names roles that make transitions, each once',
      [
        draft({
          allowed_transitions: ['done'],
          transition_rules: [{ to_state: 'done', roles: ['quality_manager', 'auditor', 'quality_manager'] }],
        }),
        done(),
      ],
      ['states.0.transition_rules.0.roles.1 role_cannot_move', 'states.0.transition_rules.0.roles.2 duplicate'],
    ],
    [
      'a reaction takes an allowed transition',
      [draft({ allowed_transitions: ['done'], on: [{ event: 'certificate.rejected', to_state: 'draft' }] }), done()],
      ['states.0.on.0.to_state not_a_transition'],
    ],
    [
      'a reaction takes no transition that needs a signature',
      [
        draft({
          allowed_transitions: ['done'],
          transition_rules: [{ to_state: 'done', requires_signature: true }],
          on: [{ event: 'certificate.rejected', to_state: 'done' }],
        }),
        done(),
      ],
      ['states.0.on.0.to_state not_by_itself'],
    ],
    [
      'a reaction takes no transition that needs a role',
      [
        draft({
          allowed_transitions: ['done'],
          transition_rules: [{ to_state: 'done', roles: ['quality_manager'] }],
          on: [{ event: 'certificate.rejected', to_state: 'done' }],
        }),
        done(),
      ],
      ['states.0.on.0.to_state not_by_itself'],
    ],
  ] as [string, Given[], string[]][])
    it(`holds that ${rule}`, () => {
      expect(faults(states)).to.deep.equal(expected);
    });

  it('requires that a type of record is listed once', () => {
    expect(faults([draft({ allowed_transitions: ['done'] }), done()], ['document', 'document'])).to.deep.equal([
      'entity_types.1 duplicate',
    ]);
  });

  for (const [rule, approvers] of [
    ['fewer roles than approvers: any of them', { required_approvers: 3, approver_roles: ['quality_manager'] }],
    [
      'as many roles as approvers: one of each, also of the same',
      { required_approvers: 2, approver_roles: ['quality_manager', 'quality_manager'] },
    ],
    [
      'more roles than approvers: any of them',
      { required_approvers: 1, approver_roles: ['quality_manager', 'quality_assurance'] },
    ],
  ] as [string, Given][])
    it(`accepts ${rule}`, () => {
      const states = [
        draft({ allowed_transitions: ['approval'] }),
        approval({ approval_config: config(approvers) }),
        done(),
      ];
      expect(faults(states)).to.deep.equal([]);
    });
});
