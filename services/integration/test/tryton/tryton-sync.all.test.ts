import { expect } from 'chai';
import { type Connected, type ConnectorMesh, connect, field, startConnectorMesh } from '../connector-mesh.ts';
import { startTryton, type TrytonServer } from './tryton-server.ts';

const COUNT = 120;
const TARGETS = ['name', 'attributes.supplier_code'];

const code = (index: number): string => `S-${String(index).padStart(4, '0')}`;

type Party = { id: number; name: string };

describe('a synchronisation both ways with a Tryton', () => {
  let mesh: ConnectorMesh;
  let tryton: TrytonServer;
  let connection: Connected;

  before(async function () {
    const started = await startTryton();
    // The reason is printed: there is no Python here to make one with.
    if (!started) return this.skip();
    tryton = started;
    mesh = await startConnectorMesh();
    const parties = Array.from({ length: COUNT }, (_, index) => ({ name: `Supplier ${index}`, code: code(index) }));
    await tryton.rpc('model.party.party.create', parties, {});
    connection = await connect(mesh, {
      type: 'tryton',
      authentication: { type: 'session', username: tryton.username, password: tryton.password },
      api_base: tryton.url,
      changeField: null,
      mapping: {
        entity_type: 'supplier',
        source_object: 'party.party',
        filters: [{ field: 'code', operator: 'ge', value: 'S-' }],
        bidirectional: { enabled: true, create: true, fields: TARGETS },
        field_mappings: [field('name', 'name'), field('code', 'attributes.supplier_code')],
      },
    });
  });
  after(async () => {
    await mesh?.stop();
    await tryton?.stop();
  });

  const findParty = async (index: number): Promise<Party | undefined> => {
    const requested = [[['code', '=', code(index)]], 0, null, null, ['name']];
    const found = await tryton.rpc('model.party.party.search_read', ...requested, { active_test: false });
    return (found as Party[])[0];
  };
  const findSupplier = async (index: number) =>
    (await connection.suppliers()).find(({ attributes }) => attributes.supplier_code === code(index));

  /** One more, in which nothing is to be done. */
  const expectQuiet = async () => {
    const before = await connection.suppliers();
    expect(await connection.sync()).to.deep.include({ status: 'success', records_attempted: 0 });
    expect(await connection.suppliers()).to.deep.equal(before);
  };

  it('takes all and nothing the second time, sends what changed and was made here, and takes what did there', async () => {
    expect(connection.first).to.include({ status: 'success', records_succeeded: COUNT, records_failed: 0 });
    expect(await connection.suppliers()).to.have.length(COUNT);
    await expectQuiet();

    const changed = await findSupplier(3);
    await connection.entities.patch(`/entities/${changed?.id}`, { name: 'Changed here' });
    const attributes = { supplier_code: code(COUNT) };
    await connection.entities.post('/entities', { type: 'supplier', name: 'Made here', attributes });
    await connection.heard(2);
    await tryton.rpc('model.party.party.write', [(await findParty(5))?.id], { name: 'Changed there' }, {});
    expect(await connection.sync()).to.include({ status: 'success', records_succeeded: 3, records_failed: 0 });
    expect([(await findParty(3))?.name, (await findParty(COUNT))?.name]).to.deep.equal(['Changed here', 'Made here']);
    expect((await findSupplier(5))?.name).to.equal('Changed there');
    await expectQuiet();

    await tryton.rpc('model.party.party.write', [(await findParty(7))?.id], { active: false }, {});
    expect(await connection.sync()).to.include({ status: 'success', records_succeeded: 1, records_failed: 0 });
    expect(await findSupplier(7)).to.equal(undefined);
    await expectQuiet();
  });
});
