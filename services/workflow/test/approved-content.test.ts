import { pdfForm, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import {
  actsOn,
  decide,
  findApprovalId,
  openApproval,
  refusal,
  startApproval,
  startOrganization,
} from './approval-fixture.ts';
import { openQualityEvent, readInstance, startWorkflowMesh, transition } from './mesh.ts';

const TWO = { required_approvers: 2, approver_roles: ['quality_manager', 'quality_assurance'] as const };

describe('the content that an approval is of', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  const withBoth = (required: typeof TWO) => ({ ...required, approver_roles: [...required.approver_roles] });

  it('is the one of the request: an approval of other content is refused, and a rejection ends it', async () => {
    const approval = await startApproval(mesh, withBoth(TWO));
    const [manager, assurance] = [approval.someone('quality_manager'), approval.someone('quality_assurance')];
    expect((await decide(manager, approval)).status).to.equal(200);
    await approval.author.entity.patch(`/v1/entities/${approval.recordId}`, { name: 'Another SOP' });
    const refused = await decide(assurance, approval);
    expect(refusal(refused)).to.equal('409 conflict content_changed');
    expect((await readInstance(manager, approval.recordId)).current_state.id).to.equal('approval');
    const rejected = await decide(assurance, approval, { decision: 'reject', return_to_state: 'draft' });
    expect([rejected.status, rejected.body.data.status]).to.deep.equal([200, 'rejected']);

    expect((await transition(approval.requester, approval.recordId, 'approval')).status).to.equal(200);
    const anew = { approvalId: await findApprovalId(mesh, approval.recordId, 2) };
    expect((await decide(manager, anew)).status).to.equal(200);
    expect((await decide(assurance, anew)).body.data.status).to.equal('approved');
  });

  it('counts as the same where it is, at any version', async () => {
    const approval = await openApproval(mesh, await startOrganization(mesh, { approval_config: withBoth(TWO) }));
    const path = `/v1/entities/${approval.recordId}`;
    await approval.author.entity.patch(path, { name: 'Another SOP' });
    await approval.author.entity.patch(path, { name: 'An SOP' });
    expect((await decide(approval.someone('quality_manager'), approval)).status).to.equal(200);
  });

  it('does not change in a quality event from the request for approval on', async () => {
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
    const form = pdfForm(
      { name: 'Report', related_to: [{ type: 'quality_event', id }] },
      { text: 'first', filename: 'report.pdf' },
    );
    const document = (await author.entity.post('/v1/documents', form)).body.data.id;
    expect((await transition(requester, id, 'approval')).status).to.equal(200);
    const approval = { approvalId: await findApprovalId(mesh, id) };
    expect(refusal(await author.quality.patch(path, { title: 'Other' }))).to.equal('409 conflict waits_for_approval');
    const { status } = (await author.quality.get(path)).body.data;
    expect(refusal(await author.quality.patch(path, { status }))).to.equal('409 approval_required');
    const second = pdfForm({}, { text: 'second', filename: 'report.pdf' });
    expect((await author.entity.put(`/v1/documents/${document}/content`, second)).status).to.equal(200);
    const approved = await decide(manager, approval);
    expect(refusal(approved), 'another file').to.equal('409 conflict content_changed');
    expect((await decide(manager, approval, { decision: 'reject', return_to_state: 'draft' })).status).to.equal(200);
    expect((await author.quality.patch(path, { title: 'Other' })).status).to.equal(200);
    await actsOn(mesh, id, 'reject');
  });
});
