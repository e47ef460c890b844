import { newId } from '@qsc/contracts';
import { referencesTo, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { startCapaMesh } from './capa-mesh.ts';

describe('what quality events refer to', () => {
  const on = startBeforeTests(() => startCapaMesh());

  const to = (orgId: string, id: string) =>
    referencesTo({ name: 'quality', service: on.mesh.quality, meshSecret: on.mesh.identity.meshSecret }, { orgId, id });

  it('are the entities that they are about, each event once', async () => {
    const api = on.mesh.api();
    const supplier = await on.document(api, 'supplier');
    const related_entities = [{ type: 'supplier', id: supplier }];
    const { id, number } = await on.event(api, 'complaint', { related_entities });
    expect(await to(api.orgId, supplier)).to.deep.equal([{ type: 'complaint', id, name: number }]);
    expect(await to(newId('organization'), supplier)).to.deep.equal([]);
    expect(await to(api.orgId, await on.document(api))).to.deep.equal([]);
  });

  it('are the documents that an action of a CAPA has as evidence, of either kind', async () => {
    const api = on.mesh.api();
    const capa = await on.capa(api, { preventive_actions: [{ description: 'Train the staff' }] });
    for (const index of [0, 1]) {
      const document = await on.document(api);
      expect((await capa.patchAction({ evidence: [document] }, { index })).status).to.equal(200);
      const { id, number } = await capa.read();
      expect(await to(api.orgId, document)).to.deep.equal([{ type: 'capa', id, name: number }]);
      expect((await capa.patchAction({ evidence: null }, { index })).status).to.equal(200);
      expect(await to(api.orgId, document)).to.deep.equal([]);
    }
  });
});
