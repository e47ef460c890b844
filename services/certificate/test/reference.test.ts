import { newId } from '@qsc/contracts';
import { referencesTo, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startCertificateMesh } from './mesh.ts';

describe('what certificates refer to', () => {
  const mesh = startBeforeTests(() => startCertificateMesh());

  it('are their supplier and their component', async () => {
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
