import { expect } from 'chai';
import { States } from '../src/definition/definition.ts';
import { toDiagram } from '../src/definition/diagram.ts';
import { SHIPPED } from '../src/definition/shipped.ts';

const states = States.parse([
  {
    id: 'draft',
    name: 'Draft: first; "one"',
    type: 'initial',
    allowed_transitions: ['approval', 'done'],
    sla_hours: 8,
    transition_rules: [
      { to_state: 'done', requires_fields: ['reason', 'cause.kind'], requires_signature: true, roles: ['auditor'] },
    ],
    on: [
      {
        event: 'certificate.rejected',
        when: { type: { in: ['coa', 'coc'] }, score: { gt: 3, le: 9 }, 'record.open_capas': 0 },
        to_state: 'approval',
      },
    ],
  },
  {
    id: 'approval',
    name: 'Approval',
    type: 'approval',
    allowed_transitions: ['done', 'draft'],
    approval_config: {
      required_approvers: 2,
      approver_roles: ['quality_assurance', 'quality_manager'],
      require_signature: true,
      approval_type: 'sequential',
      on_approve: 'done',
      on_reject: 'draft',
    },
  },
  { id: 'done', name: 'Done', type: 'final' },
]);

describe('the diagram of a definition', () => {
  it('shows the states, the transitions, and their requirements and reactions', () => {
    expect(toDiagram({ states }).split('\n  ')).to.deep.equal([
      'stateDiagram-v2',
      'draft : Draft  first   one <br/>within 8 h',
      '[*] --> draft',
      'draft --> approval : also automatically on certificate.rejected<br/>when type is coa or coc<br/>and score is over 3 and is at most 9<br/>and record.open_capas is 0',
      'draft --> done : needs reason, cause.kind<br/>needs a signature<br/>by auditor',
      'approval : Approval',
      'approval --> done : approved',
      'approval --> draft : rejected',
      'note right of approval',
      '  2 approvers, one after the other',
      '  quality_assurance and quality_manager',
      '  each with a signature',
      'end note',
      'done : Done',
      'done --> [*]',
    ]);
  });

  it('has an arrow for every way of every shipped definition', () => {
    for (const shipped of SHIPPED.values()) {
      const diagram = toDiagram(shipped);
      for (const { id, allowed_transitions = [] } of shipped.states)
        for (const target of allowed_transitions) expect(diagram).to.include(`${id} --> ${target}`);
    }
  });
});
