import { randomUUID } from 'node:crypto';
import type { Role } from '@qsc/contracts';
import { BROKER, parkingQueueName } from '@qsc/contracts/events';
import type { RunningService } from '@qsc/service-kit';
import { type ApiClient, apiClient, deleteQueue, eventually, startBeforeTests, untilReady } from '@qsc/test-kit';
import { expect } from 'chai';
import { startAuditService } from '../../audit/src/compose.ts';
import { newAuditSettings } from '../../audit/test/audit-fixture.ts';
import { decide, readApproval, refusal, startApproval } from './approval-fixture.ts';
import { type Person, startWorkflowMesh, type WorkflowMesh } from './mesh.ts';

const REVIEWED = { required_approvers: 1, approver_roles: ['quality_manager' as const], require_audit_review: true };

const queuePrefix = `test.${randomUUID()}.audit`;

const startAudit = async ({ config, workflowAddress }: WorkflowMesh): Promise<RunningService> => {
  const { AUDIT_GRPC_URL: nowhere, ...base } = config;
  const peers = { CERTIFICATE_GRPC_URL: nowhere, WORKFLOW_GRPC_URL: workflowAddress };
  const service = await startAuditService(
    { ...base, ...peers, ...newAuditSettings() },
    { queuePrefix, exportQueue: `${queuePrefix}.exports` },
  );
  await untilReady(service);
  return service;
};

describe('an approval that requires a review of the audit trail', () => {
  let audit: RunningService;
  const mesh = startBeforeTests(() => startWorkflowMesh());

  before(async () => {
    audit = await startAudit(mesh);
    await mesh.stopWorkflow();
    await mesh.startWorkflow({ AUDIT_GRPC_URL: `127.0.0.1:${audit.grpcPort}` });
  });

  after(async () => {
    await audit.stop();
    const queues = Array.from({ length: BROKER.partitions }, (_, partition) => `${queuePrefix}.p${partition}`);
    for (const queue of [...queues, `${queuePrefix}.exports`])
      for (const name of [queue, parkingQueueName(queue)]) await deleteQueue(mesh.config.AMQP_URL, name);
  });

  const log = ({ id, orgId }: Person, role: Role = 'quality_manager'): ApiClient =>
    apiClient(`http://127.0.0.1:${audit.httpPort}/v1`, mesh.identity.token({ orgId, userId: id, role }));

  const readTrail = (by: Person, recordId: string): Promise<{ id: string; action: string }[]> =>
    eventually('the trail has both entries', async () => {
      const { status, body } = await log(by).get(`/audit-logs/entity/${recordId}?unreviewed=true`);
      return status === 200 && body.data.history.length >= 2 && body.data.history;
    });

  const review = (by: Person, entity_id: string | null, entry_ids: string[], role?: Role) =>
    log(by, role).post('/audit-logs/reviews', {
      ...{ from: '2020-01-01', to: '2100-01-01', conclusion: 'no_findings' },
      ...{ entity_id, entry_ids },
    });

  it('is given only by someone who reviewed the newest change of content, and rejected by anyone', async () => {
    const approval = await startApproval(mesh, REVIEWED);
    const { recordId } = approval;
    const [manager, other] = [approval.someone('quality_manager'), approval.someone('quality_manager')];
    expect((await readApproval(manager, approval)).require_audit_review).to.equal(true);
    const trail = await readTrail(manager, recordId);
    const created = trail.find(({ action }) => action === 'create')?.id ?? '';
    const moved = trail.find(({ action }) => action === 'transition')?.id ?? '';

    const early = await decide(manager, approval);
    expect(refusal(early)).to.equal('409 conflict audit_review_missing');
    expect(early.body.error.details.entry_ids).to.deep.equal([created]);
    // Neither another's review nor one of other entries is enough.
    expect((await review(other, recordId, [created])).status).to.equal(201);
    expect((await review(manager, recordId, [moved])).status).to.equal(201);
    expect(refusal(await decide(manager, approval))).to.equal('409 conflict audit_review_missing');

    expect((await review(manager, recordId, [created])).status).to.equal(201);
    expect((await decide(manager, approval)).body.data.status).to.equal('approved');

    const second = await startApproval(mesh, REVIEWED);
    const rejected = await decide(second.someone('quality_manager'), second, { decision: 'reject' });
    expect(rejected.body.data.status).to.equal('rejected');
  });

  it('lets an approver without audit-logs:read read and review the trail of that record alone, while they may decide', async () => {
    const OWNER = 'document_owner' as const;
    const approval = await startApproval(mesh, { ...REVIEWED, approver_roles: [OWNER] });
    const owner = approval.someone(OWNER);
    const path = `/audit-logs/entity/${approval.recordId}?unreviewed=true`;
    const trail = await eventually('the trail', async () => {
      const { status, body } = await log(owner, OWNER).get(path);
      if (status !== 404) expect(status, JSON.stringify(body)).to.equal(200);
      return status === 200 && body.data.history.length >= 2 && body.data.history;
    });
    const created = trail.find(({ action }: { action: string }) => action === 'create').id;

    const other = await startApproval(mesh, REVIEWED);
    const stranger = { ...other.someone('quality_manager'), id: owner.id };
    const elsewhere = await log(stranger, OWNER).get(`/audit-logs/entity/${other.recordId}`);
    expect([elsewhere.status, elsewhere.body.error.details.required_scope]).to.deep.equal([403, 'audit-logs:read']);
    expect((await log(owner, OWNER).get('/audit-logs')).status).to.equal(403);
    expect((await review(owner, null, [created], OWNER)).status).to.equal(403);

    expect((await review(owner, approval.recordId, [created], OWNER)).status).to.equal(201);
    expect((await decide(owner, approval)).body.data.status).to.equal('approved');
    expect((await log(owner, OWNER).get(path)).status).to.equal(403);
  });
});
