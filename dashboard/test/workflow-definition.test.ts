import { expect } from 'chai';
import { SHIPPED } from '../../services/workflow/src/definition/shipped.ts';
import { findChanges } from '../src/workflows/changes.ts';
import { placeFaults } from '../src/workflows/check-fault.ts';
import { isRepeated, toRows, toWhen } from '../src/workflows/condition-rows.ts';
import {
  addState,
  addTransition,
  asType,
  changeApproval,
  changeRule,
  changeState,
  type Definition,
  newStateId,
  removeState,
  removeTransition,
  renameState,
} from '../src/workflows/definition.ts';
import { findDefinitionClashes, mergeDefinitions } from '../src/workflows/merge.ts';

const shipped = SHIPPED.get('deviation');
if (!shipped) throw new Error('No definition of deviations is shipped.');
const DEVIATION: Definition = JSON.parse(JSON.stringify({ ...shipped, is_active: true }));

const find = ({ states }: Definition, id: string) => states.find((state) => state.id === id);

describe('a definition that is edited', () => {
  it('is the same after a change that is taken back', () => {
    const added = addTransition(DEVIATION, 'draft', 'rejected');
    expect(find(added, 'draft')?.allowed_transitions).to.deep.equal(['submitted', 'rejected']);
    expect(removeTransition(added, 'draft', 'rejected')).to.deep.equal(DEVIATION);
    const ruled = changeRule(DEVIATION, 'draft', 'submitted', { requires_signature: true });
    expect(changeRule(ruled, 'draft', 'submitted', { requires_signature: false })).to.deep.equal(DEVIATION);
  });

  it('names a state everywhere when its identifier changes', () => {
    const renamed = renameState(DEVIATION, 'action_planning', 'planning');
    expect(JSON.stringify(renamed)).to.not.include('"to_state":"action_planning"');
    expect(find(renamed, 'root_cause_identified')?.allowed_transitions).to.deep.equal(['planning']);
    expect(find(renamed, 'pending_approval')?.approval_config?.on_reject).to.equal('planning');
  });

  it('loses with a state or a transition what belongs to it', () => {
    const without = removeState(DEVIATION, 'rejected');
    expect(find(without, 'submitted')).to.not.have.property('transition_rules');
    expect(find(without, 'investigation')?.transition_rules).to.have.length(1);
    const cut = removeTransition(DEVIATION, 'implementation', 'verification');
    expect(find(cut, 'implementation')).to.not.have.any.keys('on', 'allowed_transitions');
    const undecided = removeTransition(DEVIATION, 'pending_approval', 'implementation');
    expect(find(undecided, 'pending_approval')?.approval_config).to.not.have.property('on_approve');
  });

  it('has new states before the final ones, with an identifier of their own', () => {
    const id = newStateId(DEVIATION, 'Prüfung (2. Stufe)');
    expect(id).to.equal('prufung_2_stufe');
    expect(newStateId(DEVIATION, 'Closed')).to.equal('closed_2');
    expect(newStateId(DEVIATION, '承認')).to.equal('state');
    const added = addState(DEVIATION, { id, name: 'Prüfung', type: 'approval' });
    expect(added.states.map((state) => state.id).slice(-3)).to.deep.equal([id, 'closed', 'rejected']);
    expect(find(added, id)?.approval_config).to.include({ required_approvers: 1, require_signature: true });
  });

  it('keeps of a state what its new type can have', () => {
    const verification = find(DEVIATION, 'verification');
    if (!verification) throw new Error('There is no verification.');
    expect(asType(verification, 'final')).to.deep.equal({ id: 'verification', name: 'Verification', type: 'final' });
    expect(asType(verification, 'approval')).to.not.have.property('transition_rules');
    expect(asType(verification, 'intermediate')).to.deep.equal(verification);
  });

  it('gets a transition for an outcome that leads elsewhere', () => {
    const changed = changeApproval(DEVIATION, 'pending_approval', { on_reject: 'rejected' });
    expect(find(changed, 'pending_approval')?.allowed_transitions).to.include('rejected');
  });
});

describe('the faults of a definition', () => {
  const placed = (field: string) => {
    const [fault] = placeFaults(DEVIATION, [{ field, message: 'M' }]);
    return fault && [fault.state, fault.to, fault.member];
  };

  for (const [field, ...place] of [
    ['name', null, null, 'name'],
    ['entity_types.1', null, null, 'entity_types'],
    ['states', null, null, 'states'],
    ['states.1', 'submitted', null, ''],
    ['states.1.name', 'submitted', null, 'name'],
    ['states.1.allowed_transitions', 'submitted', null, 'allowed_transitions'],
    ['states.1.allowed_transitions.1', 'submitted', 'rejected', ''],
    ['states.2.transition_rules.1.roles.0', 'investigation', 'rejected', 'roles'],
    ['states.6.on.1.when.type', 'implementation', 'verification', 'on.1.when.type'],
    ['states.5.approval_config.approver_roles.0', 'pending_approval', null, 'approval_config.approver_roles'],
    ['states.5.approval_config', 'pending_approval', null, 'approval_config'],
    ['states.99.name', null, null, 'states'],
  ] as const)
    it(`at ${field} stand at their place`, () => expect(placed(field)).to.deep.equal(place));
});

describe('the differences of two definitions', () => {
  const shown = (before: Definition, after: Definition) =>
    findChanges(before, after).map(({ kind, state, to, member }) => [kind, state, to, member]);

  it('are none where only the order of members differs', () => {
    const turned = {
      ...DEVIATION,
      states: DEVIATION.states.map((state) => Object.fromEntries(Object.entries(state).reverse())),
    };
    expect(findChanges(DEVIATION, turned as Definition)).to.deep.equal([]);
  });

  it('name states, transitions and members', () => {
    const added = addState(DEVIATION, { id: 'closure', name: 'Closure', type: 'approval' });
    const moved = changeApproval(removeTransition(added, 'verification', 'closed'), 'closure', {
      on_approve: 'closed',
    });
    const after = changeState(moved, 'submitted', (state) => ({ ...state, sla_hours: 24 }));
    expect(shown(DEVIATION, { ...after, name: 'D' })).to.deep.equal([
      ['changed', null, null, 'name'],
      ['changed', 'submitted', null, 'sla_hours'],
      ['removed', 'verification', 'closed', null],
      ['added', 'closure', null, null],
      ['added', 'closure', 'closed', null],
    ]);
    expect(shown(after, DEVIATION)).to.deep.include(['removed', 'closure', null, null]);
  });
});

describe('definitions that two people changed', () => {
  const limit = (definition: Definition, id: string, sla_hours: number) =>
    changeState(definition, id, (state) => ({ ...state, sla_hours }));

  it('are merged state by state, and clash where both changed the same one', () => {
    const theirs = limit({ ...DEVIATION, name: 'Theirs' }, 'verification', 1);
    const mine = limit(limit(DEVIATION, 'submitted', 2), 'verification', 3);
    const clashes = findDefinitionClashes(DEVIATION, theirs, mine);
    expect(clashes.map(({ unit }) => unit)).to.deep.equal(['state verification']);
    const merged = mergeDefinitions(DEVIATION, theirs, mine, new Set());
    expect([merged.name, find(merged, 'submitted')?.sla_hours, find(merged, 'verification')?.sla_hours]).to.deep.equal([
      'Theirs',
      2,
      3,
    ]);
    const taken = mergeDefinitions(DEVIATION, theirs, mine, new Set(['state verification']));
    expect(find(taken, 'verification')?.sla_hours).to.equal(1);
  });

  it('have the states that either added, without those that either removed', () => {
    const theirs = addState(removeState(DEVIATION, 'rejected'), { id: 'a', name: 'A', type: 'intermediate' });
    const mine = addState(DEVIATION, { id: 'b', name: 'B', type: 'intermediate' });
    const ids = mergeDefinitions(DEVIATION, theirs, mine, new Set()).states.map(({ id }) => id);
    expect(ids).to.include.members(['a', 'b']).and.not.include('rejected');
  });
});

describe('the conditions of a reaction', () => {
  it('are the same after they were typed', () => {
    for (const state of DEVIATION.states)
      for (const { when } of state.on ?? []) expect(toWhen(toRows(when))).to.deep.equal(when);
    const when = { a: '3', b: null, c: { ge: 1, lt: 5 }, d: { in: ['true', true, 'x'] } };
    expect(toWhen(toRows(when as never))).to.deep.equal(when);
  });

  it('leave out a row without a path', () => {
    expect(toWhen([{ path: ' ', operator: 'eq', value: 'x' }])).to.deep.equal({});
  });

  it('name the row that compares a value as another does', () => {
    const row = (path: string, operator: string) => ({ path, operator, value: 'x' });
    const rows = [row('status', 'eq'), row('status', 'ne'), row(' status', 'eq'), row('', 'eq'), row('', 'eq')];
    expect(rows.map((_, index) => isRepeated(rows, index))).to.deep.equal([false, false, true, false, false]);
  });
});
