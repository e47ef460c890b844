import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { completion, type OpenedCapa } from './capa-fixture.ts';
import { startCapaMesh } from './capa-mesh.ts';

describe('a CAPA and its source', () => {
  const on = startBeforeTests(() => startCapaMesh());

  const enter = ({ api, id }: OpenedCapa, state: string) => on.transitions.enter(api.orgId, id, state);

  const capaIn = async (state: string, more: object = {}): Promise<OpenedCapa> => {
    const capa = await on.capa(on.mesh.api({ userId: 'usr_checker' }), more);
    await enter(capa, state);
    return capa;
  };

  const tell = (capa: OpenedCapa, outcome: string | null) => capa.patch({ effectiveness_check: { outcome } });

  const closing = async ({ api, id }: { api: OpenedCapa['api']; id: string }) => {
    const { code, details } = await on.transitions.refusal(api.orgId, id, 'closed');
    return [code, details];
  };

  describe('the effectiveness check', () => {
    for (const state of ['implementation', 'verification'])
      it(`records its outcome in ${state}, by whom and when`, async () => {
        const capa = await capaIn(state);
        const { status, body } = await capa.patch({
          effectiveness_check: { outcome: 'effective', results: 'No excursion' },
        });
        expect(status).to.equal(200);
        const { performed_at, ...check } = body.data.effectiveness_check;
        expect(check).to.deep.equal({
          due_date: null,
          outcome: 'effective',
          results: 'No excursion',
          performed_by: 'usr_checker',
        });
        expect(performed_at).to.equal(body.data.updated_at);
      });

    it('has no outcome before anything was implemented, and can be planned at any time', async () => {
      const capa = await capaIn('action_planning');
      const { status, body } = await tell(capa, 'effective');
      expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
      const planned = await capa.patch({ effectiveness_check: { due_date: '2027-06-30' } });
      expect(planned.body.data.effectiveness_check).to.deep.include({ due_date: '2027-06-30', performed_by: null });
    });

    it('is performed by the caller, and by nobody that the request names', async () => {
      const capa = await capaIn('verification');
      for (const field of ['performed_by', 'performed_at']) {
        const check = { outcome: 'effective', [field]: '2026-01-01T00:00:00Z' };
        const { status, body } = await capa.patch({ effectiveness_check: check });
        expect([status, body.error.code]).to.deep.equal([422, 'validation_failed']);
      }
    });

    it('has a new performer when its outcome changes, and none without an outcome', async () => {
      const capa = await capaIn('verification');
      await tell(capa, 'inconclusive');
      const other = on.mesh.api({ orgId: capa.api.orgId, userId: 'usr_other' });
      const noted = await other.patch(capa.path, { effectiveness_check: { results: 'More samples are needed' } });
      expect(noted.body.data.effectiveness_check.performed_by).to.equal('usr_checker');
      const reported = await other.patch(capa.path, { effectiveness_check: { outcome: 'effective' } });
      expect(reported.body.data.effectiveness_check).to.include({
        performed_by: 'usr_other',
        results: 'More samples are needed',
      });
      const applied = await tell(capa, null);
      expect(applied.body.data.effectiveness_check).to.include({ performed_by: null, performed_at: null });
    });

    it('is refused for other types of quality events', async () => {
      const api = on.mesh.api();
      const { id } = await on.event(api);
      const { status } = await api.patch(`/v1/quality-events/${id}`, {
        effectiveness_check: { due_date: '2027-01-01' },
      });
      expect(status).to.equal(422);
    });

    it('is cleared by the verification after an ineffective one', async () => {
      const capa = await capaIn('verification', { effectiveness_check: { due_date: '2027-06-30' } });
      await tell(capa, 'ineffective');
      await enter(capa, 'implementation');
      expect((await capa.read()).effectiveness_check).to.include({
        outcome: 'ineffective',
        performed_by: 'usr_checker',
      });
      await enter(capa, 'verification');
      expect((await capa.read()).effectiveness_check).to.deep.equal({
        due_date: '2027-06-30',
        outcome: null,
        results: null,
        performed_by: null,
        performed_at: null,
      });
    });

    it('keeps the data of the transition into verification, and clears the last verification', async () => {
      const capa = await capaIn('verification');
      await capa.patch({ effectiveness_check: { outcome: 'ineffective', results: 'Two excursions' } });
      await enter(capa, 'implementation');
      const { body } = await capa.patch({ status: 'verification', effectiveness_check: { results: 'Under watch' } });
      expect(body.data.effectiveness_check).to.include({ outcome: null, results: 'Under watch', performed_by: null });
      await capa.patch({ effectiveness_check: { outcome: 'ineffective', results: 'One excursion' } });
      await enter(capa, 'implementation');
      const again = await capa.patch({ status: 'verification', effectiveness_check: { outcome: 'effective' } });
      expect(again.body.data.effectiveness_check).to.include({ outcome: 'effective', results: null });
    });

    it('does not accept an ineffective outcome with the transition into verification', async () => {
      const capa = await capaIn('implementation');
      const before = await capa.read();
      const { status, body } = await capa.patch({
        status: 'verification',
        effectiveness_check: { outcome: 'ineffective', results: 'Two excursions' },
      });
      expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
      expect(await capa.read()).to.deep.equal(before);
    });
  });

  describe('a CAPA closes', () => {
    it('not while an action is open or in progress', async () => {
      const capa = await capaIn('verification', {
        corrective_actions: ['a', 'b', 'c'].map((description) => ({ description })),
        preventive_actions: [{ description: 'd' }],
      });
      await tell(capa, 'effective');
      await capa.patchAction({ status: 'completed', ...completion }, { index: 0 });
      await capa.patchAction({ status: 'in_progress' }, { index: 1 });
      await capa.patchAction({ status: 'cancelled' }, { index: 2 });
      const open_actions = [capa.actions[1]?.id, capa.actions[3]?.id];
      expect(await closing(capa)).to.deep.equal(['conflict', { open_actions }]);
    });

    it('not with all of its actions cancelled, and not without any', async () => {
      const cancelled = await capaIn('verification');
      await cancelled.patchAction({ status: 'cancelled' });
      const without = await capaIn('verification', { corrective_actions: [] });
      for (const capa of [cancelled, without]) {
        await tell(capa, 'effective');
        expect(await closing(capa)).to.deep.equal(['conflict', { open_actions: [] }]);
      }
    });

    for (const outcome of [null, 'ineffective', 'inconclusive'] as const)
      it(`not with the outcome ${outcome} of its effectiveness check`, async () => {
        const capa = await capaIn('verification');
        await capa.patchAction({ status: 'completed', ...completion });
        if (outcome) await tell(capa, outcome);
        expect(await closing(capa)).to.deep.equal(['conflict', { effectiveness: outcome }]);
      });

    it('with its actions completed, verified or cancelled and its effectiveness shown', async () => {
      const capa = await capaIn('verification', {
        corrective_actions: ['a', 'b', 'c'].map((description) => ({ description })),
      });
      for (const index of [0, 1]) await capa.patchAction({ status: 'completed', ...completion }, { index });
      await capa.patchAction({ status: 'verified' }, { index: 1 });
      await capa.patchAction({ status: 'cancelled' }, { index: 2 });
      await tell(capa, 'effective');
      expect(await on.transitions.changes(capa.api.orgId, capa.id, 'closed')).to.equal(true);
    });

    it('or is rejected whatever its actions are', async () => {
      const capa = await capaIn('action_planning');
      expect(await on.transitions.changes(capa.api.orgId, capa.id, 'rejected')).to.equal(true);
    });
  });

  for (const type of ['deviation', 'complaint', 'audit_finding'])
    it(`a ${type} closes after its CAPAs; one that was rejected does not count`, async () => {
      const api = on.mesh.api();
      const { id } = await on.event(api, type);
      expect(await on.transitions.changes(api.orgId, id, 'closed')).to.equal(true);
      const [first, second] = [await on.capa(api, {}, id), await on.capa(api, {}, id)];
      expect(await closing({ api, id })).to.deep.equal(['conflict', { open_capas: [first.id, second.id] }]);
      await enter(first, 'rejected');
      expect(await closing({ api, id })).to.deep.equal(['conflict', { open_capas: [second.id] }]);
      await enter(second, 'closed');
      expect(await on.transitions.changes(api.orgId, id, 'closed')).to.equal(true);
    });

  it('report the number of open CAPAs and actions to their workflows', async () => {
    const api = on.mesh.api();
    const { id } = await on.event(api);
    const none = { open_capas: 0, open_actions: 0, proposed_actions: 0, effectiveness: null };
    expect(await on.transitions.facts(api.orgId, id)).to.include(none);
    const actions = { corrective_actions: [{ description: 'a' }], preventive_actions: [{ description: 'b' }] };
    const [first, second] = [await on.capa(api, actions, id), await on.capa(api, {}, id)];
    await first.patchAction({ status: 'completed', ...completion });
    expect(await on.transitions.facts(api.orgId, id)).to.include({
      open_capas: 2,
      open_actions: 2,
      proposed_actions: 3,
    });
    await enter(second, 'verification');
    await tell(second, 'effective');
    expect(await on.transitions.facts(api.orgId, second.id)).to.include({
      status: 'verification',
      open_capas: 0,
      open_actions: 1,
      effectiveness: 'effective',
    });
    await enter(second, 'closed');
    expect(await on.transitions.facts(api.orgId, id)).to.include({ open_capas: 1, proposed_actions: 3 });
  });
});
