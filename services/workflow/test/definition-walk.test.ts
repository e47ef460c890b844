import { expect } from 'chai';
import type { State } from '../src/definition/definition.ts';
import { SHIPPED, type Shipped } from '../src/definition/shipped.ts';
import { readInstance, startWorkflowMesh, transition, type WorkflowMesh } from './mesh.ts';
import { isSigned, isStatus, makeWalker, type Walked, type Walker } from './walker.ts';

const NO_STATE = 'no_such_state';

describe('each shipped definition, every state and every target', () => {
  let mesh: WorkflowMesh;
  let walker: Walker;

  before(async () => {
    mesh = await startWorkflowMesh();
    walker = makeWalker(mesh);
  });

  after(() => mesh.stop());

  const snapshot = async (walked: Walked) => {
    const { current_state, history } = await readInstance(walker.author, walked.id);
    return { state: current_state, transitions: history.length, record: await walker.record(walked) };
  };

  type Snapshot = Awaited<ReturnType<typeof snapshot>>;

  /** A record that stays where it is, whatever is tried. */
  type Staying = { walked: Walked; from: State; before: Snapshot };

  type Refusal = { to: string; status: number; code: string; details?: object };

  /** The refusal of a transition, and of the same status at the record's own door; after both nothing is different. */
  const requireRefused = async ({ walked, before }: Staying, refusal: Refusal, body: object = {}) => {
    const { to, status, code, details } = refusal;
    const answer = await transition(walker.requester, walked.id, to, body);
    expect([to, answer.status, answer.body.error?.code]).to.deep.equal([to, status, code]);
    if (details) expect(answer.body.error.details).to.deep.equal(details);
    // A status that the record already has is no transition.
    if (walked.type !== 'document' && isStatus(to) && to !== before.record.status) {
      const patched = await walker.patch(walked, { status: to });
      expect([to, patched.status, patched.body.error?.code]).to.deep.equal([to, status, code]);
    }
    expect(await snapshot(walked), to).to.deep.equal(before);
  };

  const tryForbidden = (staying: Staying, to: string) => {
    const { id, allowed_transitions = [] } = staying.from;
    const details = { current_state: id, requested_state: to, allowed_transitions };
    return requireRefused(staying, { to, status: 409, code: 'invalid_transition', details });
  };

  const tryIncomplete = async (staying: Staying, to: string) => {
    const { walked, from } = staying;
    const missing = await walker.missing(walked, from, to);
    if (missing.length > 0) {
      const details = { missing_fields: missing };
      const refusal = { to, status: 422, code: 'missing_required_fields', details };
      await requireRefused(staying, refusal, walker.signatureBy(walker.requester));
    }
    if (!isSigned(from, to)) return;
    const data = Object.fromEntries(missing.map((field) => [field, 'given']));
    await requireRefused(staying, { to, status: 422, code: 'signature_required' }, { data });
  };

  const take = async (walked: Walked, from: State, to: string) => {
    const before = await walker.record(walked);
    const { status, body } = await walker.step(walked, { from, to });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.data.current_state.id).to.equal(to);
    const { current_state, history } = await readInstance(walker.author, walked.id);
    expect([current_state.id, history[0].from_state, history[0].to_state]).to.deep.equal([to, from.id, to]);
    const after = await walker.record(walked);
    if (walked.type !== 'document') expect(after.status).to.equal(isStatus(to) ? to : before.status);
  };

  const staying = async (walked: Walked, from: State): Promise<Staying> => ({
    ...{ walked, from },
    before: await snapshot(walked),
  });

  const tryEach = async (definition: Shipped, state: State) => {
    const allowed = state.allowed_transitions ?? [];
    const walked = await walker.at(definition, state.id);
    const here = await staying(walked, state);
    for (const to of [...definition.states.map(({ id }) => id), NO_STATE])
      if (!allowed.includes(to)) await tryForbidden(here, to);
      else if (state.type === 'approval') await requireRefused(here, { to, status: 409, code: 'approval_required' });
    for (const [index, to] of allowed.entries()) {
      const executor = index === 0 ? walked : await walker.at(definition, state.id);
      if (executor.type === 'capa' && to === 'closed') await walker.makeClosable(executor);
      if (state.type !== 'approval') await tryIncomplete(await staying(executor, state), to);
      await take(executor, state, to);
    }
  };

  for (const [name, definition] of SHIPPED)
    describe(name, () => {
      for (const state of definition.states)
        it(`${state.id} leads to ${state.allowed_transitions?.join(', ') ?? 'nothing'} and nowhere else`, () =>
          tryEach(definition, state));
    });
});
