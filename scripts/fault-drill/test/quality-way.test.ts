import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { REPOSITORY } from '../../runtime/paths.ts';
import { type Case, nextStep, TYPES } from '../load/quality-way.ts';

type State = {
  id: string;
  type: string;
  allowed_transitions?: string[];
  transition_rules?: { to_state: string; requires_signature?: boolean }[];
};
type Definition = { entity_types: string[]; states: State[] };

const DIRECTORY = join(REPOSITORY, 'services/workflow/definitions');

const definitions = readdirSync(DIRECTORY).map(
  (name) => JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')) as Definition,
);

const makeCase = (type: string, state: string, more: Partial<Case> = {}): Case => {
  const event = { id: 'qe_1', orgId: 'org_1', type, title: 'one', number: 'N', version: 1, status: state, state };
  return { event: { ...event, fields: {}, transitions: [] }, source: null, capa: null, actions: [], ...more };
};

describe('the way of a quality event in the drill', () => {
  for (const type of [...TYPES, 'capa'])
    it(`goes by the shipped definition: ${type}`, () => {
      const states = definitions.find(({ entity_types }) => entity_types.includes(type))?.states ?? [];
      expect(states).not.to.have.length(0);
      for (const { id, allowed_transitions = [], transition_rules = [], type: kind } of states) {
        const step = nextStep(makeCase(type, id));
        if (step?.kind === 'decide') expect(kind).to.equal('approval');
        if (step?.kind !== 'transition' && step?.kind !== 'ask' && step?.kind !== 'sign') continue;
        expect(allowed_transitions, `${id} of ${type}`).to.include(step.to);
        const isSigned = transition_rules.some((rule) => rule.to_state === step.to && rule.requires_signature);
        expect(step.kind === 'sign', `${id} of ${type}`).to.equal(isSigned);
      }
    });

  it('opens a CAPA for a deviation, and goes on when it has one', () => {
    expect(nextStep(makeCase('deviation', 'investigation'))).to.deep.equal({ kind: 'openCapa' });
    const capa = makeCase('capa', 'draft');
    expect(nextStep(makeCase('deviation', 'investigation', { capa }))).to.include({ to: 'root_cause_identified' });
  });

  it('carries the actions of a CAPA out before it is verified, and checks it before it is closed', () => {
    const of = (state: string, fields: object, actions: string[]) => {
      const one = makeCase('capa', state, { actions });
      Object.assign(one.event.fields, fields);
      return nextStep(one);
    };
    expect(of('implementation', {}, ['act_1'])).to.deep.equal({ kind: 'addAction' });
    expect(of('implementation', {}, ['act_1', 'act_2'])).to.deep.equal({ kind: 'complete' });
    expect(of('implementation', { completed: 2 }, ['act_1', 'act_2'])).to.include({ to: 'verification' });
    expect(of('verification', {}, [])).to.deep.equal({ kind: 'check' });
    expect(of('verification', { outcome: 'effective' }, [])).to.deep.equal({ kind: 'sign', to: 'closed' });
  });
});
