import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startApproval } from './approval-fixture.ts';
import { readInstance, startWorkflowMesh } from './mesh.ts';

const MANAGER = { required_approvers: 1, approver_roles: ['quality_manager' as const] };

describe('reading in an organisation', () => {
  const mesh = startBeforeTests(() => startWorkflowMesh());

  const start = async (recorded_reads: string[]) => {
    const approval = await startApproval(mesh, MANAGER);
    const manager = approval.someone('quality_manager');
    const { workflow_id } = await readInstance(manager, approval.recordId);
    await mesh.identity.setOrganization({ id: manager.orgId, name: 'Watched', recorded_reads });
    const get = async (path: string) => expect((await manager.workflow.get(path)).status).to.equal(200);
    const reads = (subject: string) =>
      mesh.tap.events.filter((event) => event.subject === subject && event.data.audit?.action === 'read');
    return { approval, manager, workflow_id, get, reads };
  };

  it('that records reads is recorded once each: a definition, where a record is, an approval', async () => {
    const { approval, manager, workflow_id, get, reads } = await start(['document', 'workflow']);
    await get(`/v1/workflows/instances/${approval.recordId}`);
    await get(`/v1/workflows/approvals/${approval.approvalId}`);
    await get(`/v1/workflows/${workflow_id}`);
    await eventually('all of them', () => reads(approval.recordId).length + reads(workflow_id).length >= 3);
    expect(reads(approval.recordId).map(({ data }) => data.audit?.entity_type)).to.deep.equal(['document', 'document']);
    const [first] = reads(approval.recordId);
    expect(first?.data.audit).to.deep.include({ entity_name: 'An SOP', changes: {} });
    expect(first?.data.audit?.metadata).to.include({ workflow_state: 'approval' });
    expect(first?.data.audit?.user.id).to.equal(manager.id);
    expect(reads(workflow_id)).to.have.length(1);
    expect(reads(workflow_id)[0]?.data.audit).to.include({ entity_type: 'workflow', entity_version: 1 });
  });

  it('that records reads has them with the name and version that the record has', async () => {
    const { approval, get } = await start(['document']);
    await approval.author.entity.patch(`/v1/entities/${approval.recordId}`, { name: 'A new name' });
    await get(`/v1/workflows/instances/${approval.recordId}`);
    const { data } = await mesh.tap.next(
      'the read',
      ({ subject, data: { audit } }) => subject === approval.recordId && audit.action === 'read',
    );
    expect(data.audit).to.include({ entity_name: 'A new name', entity_version: 2 });
  });

  it('that records reads of other kinds is not', async () => {
    const { approval, workflow_id, get, reads } = await start(['workflow']);
    await get(`/v1/workflows/instances/${approval.recordId}`);
    await get(`/v1/workflows/approvals/${approval.approvalId}`);
    await get(`/v1/workflows/${workflow_id}`);
    await mesh.tap.next(
      'the recorded one',
      ({ subject, data }) => subject === workflow_id && data.audit.action === 'read',
    );
    expect(reads(approval.recordId)).to.deep.equal([]);
  });
});
