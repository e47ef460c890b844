import { newId } from '@qsc/contracts';
import { referencesTo } from '@qsc/test-kit';
import { expect } from 'chai';
import { type SupplierMesh, startSupplierMesh } from './mesh.ts';

describe('what qualifications refer to', () => {
  let mesh: SupplierMesh;
  before(async () => {
    mesh = await startSupplierMesh();
  });
  after(() => mesh.stop());

  it('are the documents that they rest on', async () => {
    const api = mesh.supplierApi();
    const supplier = (await api.post('/v1/suppliers', { name: 'Acme', supplier_code: 'S' })).body.data;
    const report = { type: 'document', name: 'Audit report' };
    const { id: document } = (await mesh.entityApi(api.orgId).post('/v1/entities', report)).body.data;
    const asked = { status: 'evaluation', effective_date: '2026-01-05', reason: 'Audited', documents: [document] };
    const { status, body } = await api.post(`/v1/suppliers/${supplier.id}/qualification`, asked);
    expect(status, JSON.stringify(body)).to.equal(200);
    const to = (orgId: string) =>
      referencesTo(
        { name: 'supplier', service: mesh.supplier, meshSecret: mesh.identity.meshSecret },
        { orgId, id: document },
      );
    const { id } = body.data.qualification;
    const name = `${supplier.id} evaluation 2026-01-05`;
    expect(await to(api.orgId)).to.deep.equal([{ type: 'qualification', id, name }]);
    expect(await to(newId('organization'))).to.deep.equal([]);
  });
});
