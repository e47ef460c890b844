import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { EMBEDDED_FILES } from '@qsc/file-store';
import type { RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  deleteQueue,
  eventually,
  startTcpProxy,
  type TcpProxy,
  untilReady,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { startCertificateService } from '../../certificate/src/compose.ts';
import { decide, openApproval, startOrganization } from '../../workflow/test/approval-fixture.ts';
import { startWorkflowMesh, transition, type WorkflowMesh, whenStatus } from '../../workflow/test/mesh.ts';
import { signedDeviation, storedSignatures } from '../../workflow/test/signed-record.ts';
import { NO_CHECKPOINT_ARCHIVE } from '../src/checkpoint/open-checkpoint-archive.ts';
import { startAuditService } from '../src/compose.ts';

const HOUR_MS = 3_600_000;

const PARTITIONS = 8;

describe('a compliance report of the services that own the records', () => {
  const prefix = `test.${randomUUID()}`;
  let mesh: WorkflowMesh;
  let toAudit: TcpProxy;
  let certificate: RunningService;
  let audit: RunningService;

  before(async () => {
    const target = { host: '127.0.0.1', port: 0 };
    toAudit = await startTcpProxy(target);
    mesh = await startWorkflowMesh(undefined, `127.0.0.1:${toAudit.port}`);
    const { toEntity, toQuality, toWorkflow } = mesh.wires;
    const [entity, quality, workflow] = [toEntity, toQuality, toWorkflow].map(({ port }) => `127.0.0.1:${port}`);
    const base = { ...mesh.config, ...EMBEDDED_FILES, ENTITY_GRPC_URL: entity ?? '' };
    certificate = await startCertificateService(base, { queue: `${prefix}.extractions` });
    audit = await startAuditService(
      {
        ...base,
        ...NO_CHECKPOINT_ARCHIVE,
        AUDIT_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey,
        AUDIT_FORMER_KEYS: [],
        AUDIT_EXPORT_TTL_SECONDS: HOUR_MS,
        QUALITY_GRPC_URL: quality ?? '',
        WORKFLOW_GRPC_URL: workflow ?? '',
        CERTIFICATE_GRPC_URL: `127.0.0.1:${certificate.grpcPort}`,
      },
      { queuePrefix: prefix },
    );
    target.port = audit.grpcPort;
    await untilReady(audit);
  });
  after(async () => {
    await audit.stop();
    await certificate.stop();
    const { AMQP_URL } = mesh.config;
    for (let partition = 0; partition < PARTITIONS; partition += 1)
      for (const end of ['', '.parking']) await deleteQueue(AMQP_URL, `${prefix}.p${partition}${end}`);
    await deleteQueue(AMQP_URL, `${prefix}.extractions`);
    await mesh.stop();
    await toAudit.close();
  });

  const openLog = (orgId: string): ApiClient =>
    apiClient(`http://127.0.0.1:${audit.httpPort}/v1`, mesh.identity.token({ orgId }));

  const createReport = async (orgId: string) => {
    const period = { from: new Date(Date.now() - HOUR_MS), to: new Date(Date.now() + HOUR_MS) };
    const { status, body } = await openLog(orgId).post('/audit-logs/reports/21cfr11', period);
    expect(status, JSON.stringify(body)).to.equal(201);
    return body.data;
  };

  /** A report when the log has the entries of all that was done. */
  const settledReport = (orgId: string) =>
    eventually('the log has every entry', async () => {
      const report = await createReport(orgId);
      const { audit_trail_completeness: trail, electronic_signatures: signatures } = report.sections;
      return trail.observations.length + signatures.observations.length === 0 && report;
    });

  it('finds an entry for each change and each signature that they know of, whatever was done', async () => {
    const approval_config = {
      required_approvers: 2,
      approver_roles: ['document_owner' as const],
      require_signature: true,
    };
    const round = await openApproval(mesh, await startOrganization(mesh, { approval_config }));
    const { orgId } = round;
    for (const approver of [round.someone('document_owner'), round.someone('document_owner')]) {
      const signature = { meaning: 'Approval', password: approver.password };
      expect((await decide(approver, round, { signature })).status).to.equal(200);
    }
    const maria = mesh.person({ orgId });
    const { id } = await signedDeviation(maria);
    expect((await transition(maria, id, 'investigation')).status).to.equal(200);
    await whenStatus(maria, id, 'investigation');
    const { data: mill } = (await maria.entity.post('/v1/entities', { type: 'equipment', name: 'Mill' })).body;
    await maria.entity.patch(`/v1/entities/${mill.id}`, { name: 'Mill 2' });
    await maria.entity.delete(`/v1/entities/${mill.id}`);
    await maria.entity.post(`/v1/entities/${mill.id}/restore`);
    await maria.entity.delete(`/v1/entities/${mill.id}?hard=true`);

    const { sections, summary } = await settledReport(orgId);
    expect(summary.findings, JSON.stringify(sections)).to.equal(0);
    expect(sections.electronic_signatures).to.include({
      total_signatures: 3,
      signed_entries: 3,
      invalid_signatures: 0,
    });
    const compared = sections.audit_trail_completeness.details.compared as { service: string; changes: number }[];
    const changes = Object.fromEntries(compared.map((one) => [one.service, one.changes]));
    expect(changes.entity).to.be.greaterThan(4);
    expect(changes.quality).to.equal(2);
    const { services } = sections.audit_trail_completeness.details.acts as {
      services: { service: string; acts: number; without_entry: number }[];
    };
    for (const { without_entry } of services) expect(without_entry).to.equal(0);
    const busy = services.filter(({ acts }) => acts > 0).map(({ service }) => service);
    expect(busy).to.include.members(['entity', 'quality', 'workflow']);
    expect(sections.audit_trail_completeness).to.include({ gaps: 0 });
    expect(sections.audit_trail_completeness.details.chain_valid).to.equal(true);
  });

  it('finds a signature that was altered in the database of its service', async () => {
    const maria = mesh.person();
    const { signatureId } = await signedDeviation(maria);
    await storedSignatures(mesh).updateOne({ _id: signatureId }, { $set: { meaning: 'Another meaning' } });
    const { electronic_signatures: section } = (await createReport(maria.orgId)).sections;
    expect(section).to.include({ invalid_signatures: 1, total_signatures: 1 });
    expect(section.findings[0]).to.deep.include({ code: 'signature_invalid', record_ids: [signatureId] });
  });
});
