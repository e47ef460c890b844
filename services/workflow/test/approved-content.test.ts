import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { actsOn, approvalOf, decide, openRound, refusal, startOrganization, startRound } from './approval-round.ts';
import { instanceOf, openQualityEvent, startWorkflowMesh, transition } from './mesh.ts';

const TWO = { required_approvers: 2, approver_roles: ['quality_manager', 'quality_assurance'] as const };

describe('the content that an approval is of', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  const bothOf = (required: typeof TWO) => ({ ...required, approver_roles: [...required.approver_roles] });

  it('is the one that was to be approved: an approval of another is refused, and a reject ends the round', async () => {
    const round = await startRound(mesh, bothOf(TWO));
    const [manager, assurance] = [round.someone('quality_manager'), round.someone('quality_assurance')];
    expect((await decide(manager, round)).status).to.equal(200);
    await round.author.entity.patch(`/v1/entities/${round.recordId}`, { name: 'Another SOP' });
    const refused = await decide(assurance, round);
    expect(refusal(refused)).to.equal('409 conflict content_changed');
    expect((await instanceOf(manager, round.recordId)).current_state.id).to.equal('approval');
    const rejected = await decide(assurance, round, { decision: 'reject', return_to_state: 'draft' });
    expect([rejected.status, rejected.body.data.status]).to.deep.equal([200, 'rejected']);

    expect((await transition(round.requester, round.recordId, 'approval')).status).to.equal(200);
    const anew = { approvalId: await approvalOf(mesh, round.recordId, 2) };
    expect((await decide(manager, anew)).status).to.equal(200);
    expect((await decide(assurance, anew)).body.data.status).to.equal('approved');
  });

  it('counts as the same where it is, at any version', async () => {
    const round = await openRound(mesh, await startOrganization(mesh, { approval_config: bothOf(TWO) }));
    const path = `/v1/entities/${round.recordId}`;
    await round.author.entity.patch(path, { name: 'Another SOP' });
    await round.author.entity.patch(path, { name: 'An SOP' });
    expect((await decide(round.someone('quality_manager'), round)).status).to.equal(200);
  });

  it('stays in a quality event from the moment on at which its approval is asked for', async () => {
    const { someone } = await startOrganization(
      mesh,
      { approval_config: { required_approvers: 1, approver_roles: ['quality_manager'] } },
      'deviation',
    );
    const [author, requester, manager] = [
      someone('quality_specialist'),
      someone('supplier_manager'),
      someone('quality_manager'),
    ];
    const { id } = await openQualityEvent(author);
    const path = `/v1/quality-events/${id}`;
    expect((await transition(requester, id, 'approval')).status).to.equal(200);
    const round = { approvalId: await approvalOf(mesh, id) };
    expect(refusal(await author.quality.patch(path, { title: 'Other' }))).to.equal('409 conflict waits_for_approval');
    const { status } = (await author.quality.get(path)).body.data;
    expect(refusal(await author.quality.patch(path, { status }))).to.equal('409 approval_required');
    expect((await decide(manager, round, { decision: 'reject', return_to_state: 'draft' })).status).to.equal(200);
    expect((await author.quality.patch(path, { title: 'Other' })).status).to.equal(200);
    await actsOn(mesh, id, 'reject');
  });
});
