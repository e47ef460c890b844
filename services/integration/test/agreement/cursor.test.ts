import { expect } from 'chai';
import { type ConnectorMesh, startConnectorMesh } from '../connector-mesh.ts';
import { agreed, CHANGED, findSupplier, hoursAgo, nightfall, supplierRow } from './agreement.ts';

describe('a cursor', () => {
  let mesh: ConnectorMesh;

  before(async () => {
    mesh = await startConnectorMesh();
  });
  after(() => mesh.stop());

  for (const [title, rows, later, night] of [
    ['goes by the stamps of records, whose clock is behind that of the partner', 1, { [CHANGED]: hoursAgo(5) }, false],
    ['asks for records without a time in every synchronisation', 1, { [CHANGED]: null }, false],
    ['leaves what comes later with an old time to the nightly comparison', 1, { [CHANGED]: hoursAgo(96) }, true],
  ] as const)
    it(title, async () => {
      const agreement = await agreed(mesh, [supplierRow('A')]);
      expect(agreement.first).to.include({ status: 'success', records_succeeded: rows });
      agreement.partner.rows.push(supplierRow('B', later));
      if (night) {
        expect(await agreement.sync()).to.include({ records_attempted: 0 });
        await nightfall(mesh, agreement);
      }
      expect(await agreement.sync()).to.include({ status: 'success', records_succeeded: 1 });
      expect((await findSupplier(agreement, 'C-B'))?.name).to.equal('Supplier B');
      await agreement.partner.stop();
    });

  it('leaves a row whose time went back to the nightly comparison, which takes it once', async () => {
    const agreement = await agreed(mesh, [supplierRow('A'), supplierRow('B', { [CHANGED]: hoursAgo(96) })]);
    agreement.partner.rows = [supplierRow('A'), supplierRow('B', { name: 'New', [CHANGED]: hoursAgo(95) })];
    await nightfall(mesh, agreement);
    expect(await agreement.sync()).to.include({ status: 'success', records_succeeded: 1 });
    expect((await findSupplier(agreement, 'C-B'))?.name).to.equal('New');
    await nightfall(mesh, agreement);
    agreement.partner.requests.length = 0;
    expect(await agreement.sync()).to.include({ status: 'success', records_attempted: 0 });
    const byKey = agreement.partner.requests.filter(({ url }) => url.searchParams.get('$filter')?.includes('ID eq'));
    expect(byKey, 'what is known is not fetched again').to.deep.equal([]);
    await agreement.partner.stop();
  });
});
