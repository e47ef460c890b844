import { newId } from '@qsc/contracts';
import type { Batches__Output } from '@qsc/contracts/grpc/certificate/v1/Batches';
import type { CertifiedBatch__Output } from '@qsc/contracts/grpc/certificate/v1/CertifiedBatch';
import type { FoundCertificates__Output } from '@qsc/contracts/grpc/certificate/v1/FoundCertificates';
import { type GrpcClient, loadService, makeGrpcClient } from '@qsc/service-kit';
import { eventually, readOwnChanges, referencesTo, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startCertificateMesh } from './mesh.ts';

const HOUR_MS = 3_600_000;

type Plan = { stage: string; inputStage?: Plan };

const listStages = (plan: Plan): string[] => [plan.stage, ...(plan.inputStage ? listStages(plan.inputStage) : [])];

describe('certificates for other services', () => {
  const mesh = startBeforeTests(() => startCertificateMesh());
  let client: GrpcClient;
  before(() => {
    const definition = loadService('certificate/v1/certificate.proto', 'qsc.certificate.v1.CertificateService');
    const target = { address: `127.0.0.1:${mesh.service.grpcPort}`, name: 'certificate', definition };
    client = makeGrpcClient(target, { name: 'quality', secret: mesh.identity.meshSecret });
  });
  after(() => client.close());

  it('are found by their ids, in their organisation alone', async () => {
    const api = mesh.client();
    const { id } = await api.certificate({ type: 'coa', name: 'CoA' });
    const ask = async (org_id: string) =>
      (
        await client.call<object, FoundCertificates__Output>('FindCertificates', {
          org_id,
          ids: [id, newId('certificate')],
        })
      ).ids;
    expect(await ask(api.orgId)).to.deep.equal([id]);
    expect(await ask(newId('organization'))).to.deep.equal([]);
  });

  describe('the batches that they tell of', () => {
    const ask = async (org_id: string, requested: { component_ids?: string[]; supplier_ids?: string[] }) => {
      const batches: CertifiedBatch__Output[] = [];
      for await (const part of client.stream<object, Batches__Output>('ListBatches', { org_id, ...requested }, 60_000))
        batches.push(...part.batches);
      return batches.map(({ batch_number, component_id, supplier_id }) => [batch_number, component_id, supplier_id]);
    };

    it('are those of the components and of the suppliers asked for, of the organisation alone', async () => {
      const api = mesh.client();
      const [supplier, film, wax] = [
        await api.entity('supplier'),
        await api.entity('component'),
        await api.entity('component'),
      ];
      const coa = (metadata: object) => api.certificate({ type: 'coa', name: 'CoA', ...metadata });
      await coa({ supplier_id: supplier, component_id: film, batch_number: 'F-1' });
      await coa({ component_id: wax, batch_number: 'W-1' });
      await coa({ supplier_id: supplier, batch_number: 'S-1' });
      await api.certificate({ supplier_id: supplier, component_id: film, type: 'gmp' });
      expect(await ask(api.orgId, { component_ids: [film, wax, film] })).to.have.deep.members([
        ['F-1', film, supplier],
        ['W-1', wax, undefined],
      ]);
      expect(await ask(api.orgId, { supplier_ids: [supplier] })).to.have.deep.members([
        ['F-1', film, supplier],
        ['S-1', undefined, supplier],
      ]);
      expect(await ask(api.orgId, {})).to.deep.equal([]);
      expect(await ask(newId('organization'), { component_ids: [film], supplier_ids: [supplier] })).to.deep.equal([]);
    });

    it('come out of the keys of an index, and no certificate is fetched', async () => {
      const database = mesh.database.getClient().db(mesh.database.name);
      for (const field of ['component_id', 'supplier_id']) {
        const explained = await database
          .collection('certificate')
          .find({ org_id: 'org_1', [field]: { $in: ['ent_1', 'ent_2'] }, batch_number: { $type: 'string' } })
          .project({ _id: 0, batch_number: 1, component_id: 1, supplier_id: 1 })
          .explain('executionStats');
        const stages = listStages(explained.queryPlanner.winningPlan as Plan);
        expect(stages).to.include('IXSCAN');
        expect(stages).to.not.include('FETCH');
      }
    });
  });

  describe('the changes that their history tells of', () => {
    const reported = (orgId: string, from: number, to: number) =>
      readOwnChanges(
        { name: 'certificate', service: mesh.service, meshSecret: mesh.identity.meshSecret },
        { orgId, from: new Date(from), to: new Date(to) },
      );

    it('are listed for a period, each with an audit entry of the same version', async () => {
      const api = mesh.client();
      const { id } = await api.certificate();
      const validated = await api.post(`/v1/certificates/${id}/validate`, { status: 'rejected', notes: 'No.' });
      expect(validated.status, JSON.stringify(validated.body)).to.equal(200);
      const now = mesh.clock.now.getTime();
      const versions = (await reported(api.orgId, now - HOUR_MS, now + HOUR_MS)).map((one) =>
        Number(one.split('/')[1]),
      );
      expect(versions).to.have.length(2);
      const entries = () =>
        mesh.events.events.flatMap(({ data }) => (data.audit?.entity_id === id ? [data.audit.entity_version] : []));
      await eventually('an entry of each', () => versions.every((version) => entries().includes(version)));
      expect(await reported(api.orgId, now - 2 * HOUR_MS, now - HOUR_MS)).to.deep.equal([]);
    });

    it('are read in the order of an index', async () => {
      const explained = await mesh.database
        .getClient()
        .db(mesh.database.name)
        .collection('certificate_history')
        .find({ org_id: 'org_1', timestamp: { $gte: new Date(0) } })
        .sort({ timestamp: 1 })
        .explain();
      const plan = JSON.stringify(explained.queryPlanner.winningPlan);
      expect(plan).to.contain('IXSCAN').and.not.to.contain('SORT');
    });
  });

  it('refer to their supplier and their component', async () => {
    const api = mesh.client();
    const [supplier, component] = [await api.entity('supplier'), await api.entity('component')];
    const { id } = await api.certificate({ name: 'GMP 14', supplier_id: supplier, component_id: component });
    const to = (orgId: string, named: string) =>
      referencesTo(
        { name: 'certificate', service: mesh.service, meshSecret: mesh.identity.meshSecret },
        { orgId, id: named },
      );
    for (const named of [supplier, component])
      expect(await to(api.orgId, named)).to.deep.equal([{ type: 'certificate', id, name: 'GMP 14' }]);
    expect(await to(newId('organization'), supplier)).to.deep.equal([]);
    expect(await to(api.orgId, await api.entity('component'))).to.deep.equal([]);
  });
});
