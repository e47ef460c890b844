import { newId } from '@qsc/contracts';
import { eventually, referencesTo, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startSupplierMesh } from './mesh.ts';

describe('references of the supplier service to entities', () => {
  const mesh = startBeforeTests(() => startSupplierMesh());

  const to = (orgId: string, id: string) =>
    referencesTo({ name: 'supplier', service: mesh.supplier, meshSecret: mesh.identity.meshSecret }, { orgId, id });

  const begin = async () => {
    const api = mesh.supplierApi();
    const supplier = (await api.post('/v1/suppliers', { name: 'Acme', supplier_code: 'S' })).body.data.id;
    return { api, supplier };
  };

  it('are the qualifications of a supplier, and those that name a document', async () => {
    const { api, supplier } = await begin();
    const report = { type: 'document', name: 'Audit report' };
    const { id: document } = (await mesh.entityApi(api.orgId).post('/v1/entities', report)).body.data;
    const input = { status: 'evaluation', effective_date: '2026-01-05', reason: 'Audited', documents: [document] };
    const { status, body } = await api.post(`/v1/suppliers/${supplier}/qualification`, input);
    expect(status, JSON.stringify(body)).to.equal(200);
    const { id } = body.data.qualification;
    const name = `${supplier} evaluation 2026-01-05`;
    for (const named of [document, supplier])
      expect(await to(api.orgId, named)).to.deep.equal([{ type: 'qualification', id, name }]);
    for (const named of [document, supplier]) expect(await to(newId('organization'), named)).to.deep.equal([]);
  });

  it('are the risk assessments of a supplier', async () => {
    const { api, supplier } = await begin();
    expect(await to(api.orgId, supplier)).to.deep.equal([]);
    const input = { assessment_date: '2026-01-05', factors: [{ category: 'quality_history', score: 80 }] };
    const { status, body } = await api.post(`/v1/suppliers/${supplier}/risk`, input);
    expect(status, JSON.stringify(body)).to.equal(201);
    const { id, risk_level } = body.data;
    const name = `${supplier} ${risk_level} 2026-01-05`;
    // The assessment comes to the store by the event of the change.
    await eventually('the assessment', async () => (await to(api.orgId, supplier)).length === 1);
    expect(await to(api.orgId, supplier)).to.deep.equal([{ type: 'risk_assessment', id, name }]);
    expect(await to(newId('organization'), supplier)).to.deep.equal([]);
  });
});
