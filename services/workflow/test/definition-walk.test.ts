import { expect } from 'chai';
import type { State } from '../src/definition/definition.ts';
import { SHIPPED, type Shipped } from '../src/definition/shipped.ts';
import { instanceOf, startWorkflowMesh, transition, type WorkflowMesh } from './mesh.ts';
import { fieldsOf, isSigned, isStatus, makeWalker, type Walked, type Walker } from './walker.ts';

const NO_STATE = 'no_such_state';

describe('each shipped definition, every state and every target', () => {
  let mesh: WorkflowMesh;
  let walker: Walker;

  before(async () => {
    mesh = await startWorkflowMesh();
    walker = makeWalker(mesh);
  });

  after(() => mesh.stop());

  const standing = async (walked: Walked) => {
    const { current_state, history } = await instanceOf(walker.author, walked.id);
    return { state: current_state, moves: history.length, record: await walker.record(walked) };
  };

  type Refused = { status: number; code: string; details: Record<string, unknown> };

  /** The refusal of a transition, after which nothing is different. */
  const refusal = async (walked: Walked, to: string, body: object = {}): Promise<Refused> => {
    const before = await standing(walked);
    const answer = await transition(walker.requester, walked.id, to, body);
    expect(await standing(walked), to).to.deep.equal(before);
    const { code, details } = answer.body.error ?? {};
    return { status: answer.status, code, details };
  };

  /** The record's own door refuses alike; a status that it has already is no move. */
  const requireSameAtRecord = async (walked: Walked, to: string, code: string, fields: object = {}) => {
    const before = await standing(walked);
    if (!isStatus(to) || to === before.record.status || walked.type === 'document') return;
    const { body } = await walker.patch(walked, { status: to, ...fields });
    expect([to, body.error?.code], JSON.stringify(body)).to.deep.equal([to, code]);
    expect(await standing(walked), to).to.deep.equal(before);
  };

  const tryForbidden = async (walked: Walked, { id, allowed_transitions: allowed = [] }: State, to: string) => {
    const { status, code, details } = await refusal(walked, to);
    expect([to, status, code]).to.deep.equal([to, 409, 'invalid_transition']);
    expect(details).to.deep.equal({ current_state: id, requested_state: to, allowed_transitions: allowed });
    await requireSameAtRecord(walked, to, 'invalid_transition');
  };

  const tryUndecided = async (walked: Walked, to: string) => {
    const { status, code } = await refusal(walked, to);
    expect([to, status, code]).to.deep.equal([to, 409, 'approval_required']);
    await requireSameAtRecord(walked, to, 'approval_required');
  };

  const tryIncomplete = async (walked: Walked, from: State, to: string) => {
    const missing = await walker.missing(walked, from, to);
    if (missing.length > 0) {
      const { status, code, details } = await refusal(walked, to, walker.signatureOf(walker.requester));
      expect([to, status, code]).to.deep.equal([to, 422, 'missing_required_fields']);
      expect(details).to.deep.equal({ missing_fields: missing });
      await requireSameAtRecord(walked, to, 'missing_required_fields');
    }
    if (!isSigned(from, to)) return;
    const data = Object.fromEntries(fieldsOf(from, to).map((field) => [field, 'given']));
    const { status, code } = await refusal(walked, to, { data });
    expect([to, status, code]).to.deep.equal([to, 422, 'signature_required']);
    await requireSameAtRecord(walked, to, 'signature_required');
  };

  const take = async (walked: Walked, from: State, to: string) => {
    const before = await walker.record(walked);
    const { status, body } = await walker.step(walked, { from, to });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.data.current_state.id).to.equal(to);
    const { current_state, history } = await instanceOf(walker.author, walked.id);
    expect([current_state.id, history[0].from_state, history[0].to_state]).to.deep.equal([to, from.id, to]);
    const after = await walker.record(walked);
    if (walked.type !== 'document') expect(after.status).to.equal(isStatus(to) ? to : before.status);
  };

  const tryEach = async (definition: Shipped, state: State) => {
    const allowed = state.allowed_transitions ?? [];
    const walked = await walker.at(definition, state.id);
    for (const to of [...definition.states.map(({ id }) => id), NO_STATE])
      if (!allowed.includes(to)) await tryForbidden(walked, state, to);
      else if (state.type === 'approval') await tryUndecided(walked, to);
    for (const [index, to] of allowed.entries()) {
      const mover = index === 0 ? walked : await walker.at(definition, state.id);
      if (mover.type === 'capa' && to === 'closed') await walker.makeClosable(mover);
      if (state.type !== 'approval') await tryIncomplete(mover, state, to);
      await take(mover, state, to);
    }
  };

  for (const [name, definition] of SHIPPED)
    describe(name, () => {
      for (const state of definition.states)
        it(`${state.id} leads to ${state.allowed_transitions?.join(', ') ?? 'nothing'} and nowhere else`, () =>
          tryEach(definition, state));
    });
});
