import type { SignedRecord__Output } from '@qsc/contracts/grpc/workflow/v1/SignedRecord';
import type { VerifiedSignature__Output } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignature';
import type { VerifiedSignatures__Output } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignatures';
import { AppError, type GrpcClient, loadService, makeGrpcClient } from '@qsc/service-kit';
import { expect } from 'chai';
import { openQualityEvent, type Person, startWorkflowMesh, type WorkflowMesh } from './mesh.ts';
import { signedDeviation, storedSignatures } from './signed-record.ts';

const HOUR_MS = 3_600_000;
/** Far more than a call takes on a slow machine. */
const TIMEOUT_MS = 300_000;

describe('the signatures of a period, verified for a report', () => {
  let mesh: WorkflowMesh;
  let client: GrpcClient;
  let maria: Person;
  before(async () => {
    mesh = await startWorkflowMesh();
    const definition = loadService('workflow/v1/workflow.proto', 'qsc.workflow.v1.WorkflowService');
    const target = { address: `127.0.0.1:${mesh.workflowGrpcPort()}`, name: 'workflow', definition };
    client = makeGrpcClient(target, { name: 'audit', secret: mesh.identity.meshSecret });
  });
  beforeEach(() => {
    maria = mesh.person();
  });
  after(async () => {
    client.close();
    await mesh.stop();
  });

  const verified = async (orgId = maria.orgId, from = Date.now() - HOUR_MS, to = Date.now() + HOUR_MS) => {
    const request = { org_id: orgId, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const all: VerifiedSignature__Output[] = [];
    for await (const part of client.stream<object, VerifiedSignatures__Output>('VerifySignatures', request, TIMEOUT_MS))
      all.push(...part.signatures);
    return all;
  };

  it('come in the order in which they were made, each with its verdict', async () => {
    const [archived, changed, altered] = [
      await signedDeviation(maria),
      await signedDeviation(maria),
      await signedDeviation(maria),
    ];
    await maria.quality.patch(`/v1/quality-events/${changed.id}`, { priority: 'low' });
    await storedSignatures(mesh).updateOne({ _id: altered.signatureId }, { $set: { signer_name: 'Somebody else' } });
    const reported = await verified();
    expect(reported.map(({ id, status, reason }) => [id, status, reason])).to.deep.equal([
      [archived.signatureId, 'valid', undefined],
      [changed.signatureId, 'stale', 'content_changed'],
      [altered.signatureId, 'invalid', 'altered'],
    ]);
    expect(reported[0]).to.include({
      meaning: 'Authorship',
      record_id: archived.id,
      record_type: 'deviation',
      record_version: 2,
    });
    expect(reported[2]?.signer_name, 'what an altered signature says').to.equal(undefined);
  });

  it('come however many there are', async () => {
    const made: string[] = [];
    for (let count = 0; count < 70; count += 1) made.push((await signedDeviation(maria)).signatureId);
    expect((await verified()).map(({ id }) => id)).to.deep.equal(made);
  });

  it('are known by their record, in its organisation alone and whatever they are worth', async () => {
    const { id, signatureId } = await signedDeviation(maria);
    await storedSignatures(mesh).updateOne({ _id: signatureId }, { $set: { signer_name: 'Somebody else' } });
    const { id: unsigned } = await openQualityEvent(maria);
    const isSigned = async (record_id: string, org_id = maria.orgId) =>
      (await client.call<object, SignedRecord__Output>('IsSigned', { org_id, record_id }, TIMEOUT_MS)).signed;
    expect(await isSigned(id)).to.equal(true);
    expect(await isSigned(id, mesh.person().orgId)).to.equal(false);
    expect(await isSigned(unsigned)).to.equal(false);
  });

  it('are those of the period and of the organisation alone', async () => {
    await signedDeviation(maria);
    expect(await verified(maria.orgId, 0, Date.now() - HOUR_MS)).to.deep.equal([]);
    expect(await verified(mesh.person().orgId)).to.deep.equal([]);
  });

  it('are refused while the owner of a record is away, since there is no verdict without it', async () => {
    await signedDeviation(maria);
    mesh.wires.toQuality.cut();
    try {
      const refused = await verified().then(
        () => expect.fail('verdicts were given'),
        (error: unknown) => error,
      );
      expect(refused).to.be.instanceOf(AppError).and.to.include({ code: 'service_unavailable' });
    } finally {
      mesh.wires.toQuality.restore();
    }
  });
});
