import { expect } from 'chai';
import { type ConnectorMesh, startConnectorMesh } from '../connector-mesh.ts';
import { agreed, CHANGED, changeHere, findSupplier, supplierRow } from './agreement.ts';
import type { Row } from './odata-partner.ts';

const now = () => ({ [CHANGED]: new Date().toISOString() });

describe('what a partner makes of a value that it is sent', () => {
  let mesh: ConnectorMesh;

  before(async () => {
    mesh = await startConnectorMesh();
  });
  after(() => mesh.stop());

  const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysil';

  for (const echoes of [true, false])
    it(`is an error of the field where it is less, and ours stays (${echoes ? 'it answers the record' : 'it answers nothing'})`, async () => {
      const agreement = await agreed(mesh, [supplierRow('A')]);
      const stored = (fields: Row) => ({ ...fields, city: String(fields.city).slice(0, 20), ...now() });
      agreement.partner.rules = { stored, echoes };
      await changeHere(agreement, 'C-A', { city: long });
      const cut = await agreement.sync();
      expect(cut).to.include({ status: 'partial_success', records_failed: 1 });
      expect(cut.errors[0]).to.include({ record_id: 'A', error_code: 'VALIDATION_ERROR', field: 'city' });
      await agreement.sync();
      await agreement.sync('?full=true');
      expect((await findSupplier(agreement, 'C-A'))?.attributes.city).to.equal(long);
      await agreement.partner.stop();
    });

  it('is known before by the length in the metadata', async () => {
    const agreement = await agreed(mesh, [supplierRow('A')], { city: 'Edm.String MaxLength="20"' });
    await changeHere(agreement, 'C-A', { city: long });
    expect((await agreement.sync()).errors[0]).to.include({ error_code: 'VALIDATION_ERROR', field: 'city' });
    expect(agreement.partner.requests.filter(({ method }) => method === 'PATCH')).to.deep.equal([]);
    expect((await findSupplier(agreement, 'C-A'))?.attributes.city).to.equal(long);
    await agreement.partner.stop();
  });

  for (const [title, change, shown] of [
    ['a decimal with more noughts', { amount: '2.5' }, { amount: '2.50' }],
    ['a decimal as text instead of a number', { amount: 2.5 }, { amount: '2.500' }],
    ['an empty text instead of nothing', { city: null }, { city: '' }],
  ] as const)
    it(`is no change: ${title}`, async () => {
      const agreement = await agreed(mesh, [supplierRow('A')]);
      await changeHere(agreement, 'C-A', change);
      agreement.partner.rules.stored = (fields) => ({ ...fields, ...shown, ...now() });
      expect(await agreement.sync()).to.include({ status: 'success', records_succeeded: 1 });
      const before = await findSupplier(agreement, 'C-A');
      expect(await agreement.sync()).to.include({ status: 'success', records_attempted: 0 });
      expect(await agreement.sync('?full=true')).to.include({ status: 'success', records_attempted: 0 });
      expect(await findSupplier(agreement, 'C-A')).to.deep.equal(before);
      await agreement.partner.stop();
    });

  it('is a blank that a lookup knows, and stays', async () => {
    const agreement = await agreed(mesh, [supplierRow('A')]);
    expect((await findSupplier(agreement, 'C-A'))?.attributes.blocked).to.equal(false);
    await changeHere(agreement, 'C-A', { blocked: true });
    await agreement.sync();
    expect(agreement.partner.rows[0]?.blocked).to.equal('X');
    await changeHere(agreement, 'C-A', { blocked: false });
    await agreement.sync();
    expect(await agreement.sync('?full=true')).to.include({ status: 'success', records_attempted: 0 });
    expect(agreement.partner.rows[0]?.blocked).to.equal('');
    expect((await findSupplier(agreement, 'C-A'))?.attributes.blocked).to.equal(false);
    await agreement.partner.stop();
  });
});
