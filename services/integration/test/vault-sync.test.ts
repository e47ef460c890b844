import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Connected, type ConnectorMesh, connect, field, startConnectorMesh } from './connector-mesh.ts';
import { startVaultSimulator, type VaultSimulator } from './vault-simulator/vault-simulator.ts';

const COUNT = 250;
/** `batch_size` of the connections of these tests. */
const PAGE = 100;
const MIB = 1024 * 1024;
const OBJECT = 'supplier__c';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TARGETS = ['name', 'attributes.supplier_code', 'attributes.more'];

const code = (index: number): string => `S-${String(index).padStart(4, '0')}`;

describe('a synchronisation both ways with a Vault', () => {
  let mesh: ConnectorMesh;
  let vault: VaultSimulator;
  /** The clock of the Vault, which does not advance: all logins are within one minute, however long the test takes. */
  let now: Date;

  before(async () => {
    mesh = await startConnectorMesh();
  });
  after(() => mesh.stop());
  beforeEach(async () => {
    now = new Date();
    // One login is for the connection, one for a session that ends.
    vault = await startVaultSimulator({ loginsPerMinute: 2, clock: () => now });
    for (let index = 0; index < COUNT; index += 1)
      vault.data.put(OBJECT, { name__v: `Supplier ${index}`, code__c: code(index) }, new Date('2026-01-01T00:00:00Z'));
  });
  afterEach(() => vault.stop());

  const given = () => ({
    type: 'veeva_vault',
    authentication: { type: 'session', ...vault.user },
    api_base: vault.url,
    changeField: null,
  });

  const connected = (): Promise<Connected> =>
    connect(mesh, {
      ...given(),
      mapping: {
        entity_type: 'supplier',
        source_object: OBJECT,
        bidirectional: { enabled: true, create: true, fields: TARGETS },
        field_mappings: [
          field('name__v', 'name'),
          field('code__c', 'attributes.supplier_code'),
          field('city__c', 'attributes.more'),
        ],
      },
    });

  const findRow = (index: number) =>
    [...vault.data.rows(OBJECT).values()].find(({ code__c: known }) => known === code(index));
  const writes = () => vault.requests.filter((request) => /^(POST|PUT) .*\/vobjects\//.test(request)).length;

  /** One more, in which nothing is to be done. */
  const expectQuiet = async (connection: Connected) => {
    const [before, sent] = [await connection.suppliers(), writes()];
    expect(await connection.sync()).to.deep.include({ status: 'success', records_attempted: 0 });
    expect(await connection.suppliers()).to.deep.equal(before);
    expect(writes()).to.equal(sent);
  };

  const findSupplier = async ({ suppliers }: Connected, index: number) =>
    (await suppliers()).find(({ attributes }) => attributes.supplier_code === code(index));

  it('takes all, though its session ends in mid-page, and nothing the second time', async () => {
    vault.faults.expireAfterPages = 2;
    const connection = await connected();
    expect(connection.first).to.include({ status: 'success', records_succeeded: COUNT, records_failed: 0 });
    expect(vault.sessions.opened).to.equal(2);
    expect(await connection.suppliers()).to.have.length(COUNT);
    expect(writes()).to.equal(0);
    await expectQuiet(connection);
  });

  it('sends what changed and was created here, and continues after a refused row', async () => {
    const connection = await connected();
    const ids = new Map((await connection.suppliers()).map(({ id, attributes }) => [attributes.supplier_code, id]));
    for (let index = 0; index < 10; index += 1)
      await connection.entities.patch(`/entities/${ids.get(code(index))}`, { attributes: { more: `M${index}` } });
    const attributes = { supplier_code: code(COUNT) };
    await connection.entities.post('/entities', { type: 'supplier', name: 'Made here', attributes });
    await connection.heard(11);
    const refused = String(findRow(5)?.id);
    vault.faults.failingRows.set(refused, 'INVALID_DATA');
    vault.faults.badGateways = 2;
    const sent = await connection.sync();
    expect(sent).to.include({ status: 'partial_success', records_succeeded: 10, records_failed: 1 });
    expect(sent.errors[0]).to.include({ record_id: refused, error_code: 'VALIDATION_ERROR' });
    expect([findRow(4)?.city__c, findRow(5)?.city__c, findRow(COUNT)?.name__v]).to.deep.equal([
      'M4',
      undefined,
      'Made here',
    ]);
    vault.faults.failingRows.clear();
    expect(await connection.replay()).to.include({ status: 'success', records_succeeded: 1 });
    expect(findRow(5)?.city__c).to.equal('M5');
    await expectQuiet(connection);
  });

  it('takes what changed and was deleted there, by the clock of the Vault, though that is hours behind', async () => {
    vault.skewMs = -3 * HOUR_MS;
    const connection = await connected();
    for (let index = 100; index < 115; index += 1)
      vault.data.put(OBJECT, { id: findRow(index)?.id, name__v: `There ${index}` });
    for (const index of [200, 201]) vault.data.remove(OBJECT, findRow(index)?.id ?? '');
    expect(await connection.sync()).to.deep.include({ status: 'success', records_succeeded: 17, errors: [] });
    expect((await findSupplier(connection, 107))?.name).to.equal('There 107');
    expect(await connection.suppliers()).to.have.length(COUNT - 2);
    await expectQuiet(connection);
  });

  it('does not delete a document that got another type, and sends its changes', async () => {
    for (let index = 0; index < 20; index += 1)
      vault.data.put('documents', { name__v: `Document ${index}`, type__v: 'Certificate' });
    const connection = await connect(mesh, {
      ...given(),
      mapping: {
        entity_type: 'supplier',
        source_object: 'documents',
        document_types: ['Certificate'],
        bidirectional: { enabled: true, create: false, fields: ['attributes.more'] },
        field_mappings: [field('name__v', 'name'), field('city__c', 'attributes.more')],
      },
    });
    const documents = [...vault.data.rows('documents').values()];
    const [document] = documents;
    vault.data.put('documents', { id: document?.id, type__v: 'Report' });
    const supplier = (await connection.suppliers()).find(({ name }) => name === document?.name__v);
    await connection.entities.patch(`/entities/${supplier?.id}`, { attributes: { more: 'M' } });
    await connection.heard(1);
    expect(await connection.sync('?full=true')).to.include({ status: 'success', records_succeeded: 1 });
    expect(await connection.suppliers()).to.have.length(documents.length);
    expect(vault.data.rows('documents').get(String(document?.id))?.city__c).to.equal('M');
  });

  it('ends at a page that is too large, reports it, and continues there once it is smaller', async () => {
    vault.faults.beforePage = (page) => {
      vault.faults.pagePadding = page === 1 ? 0 : 64 * MIB;
    };
    const connection = await connected();
    expect(connection.first).to.include({ status: 'failed', records_succeeded: PAGE, records_failed: 0 });
    expect(connection.first.error).to.include({ code: 'VALIDATION_ERROR' });
    expect(connection.first.error.message).to.include('batch_size');
    expect(await connection.suppliers()).to.have.length(PAGE);
    vault.faults.clear();
    expect(await connection.sync()).to.include({ status: 'success', records_succeeded: COUNT - PAGE });
    expect(await connection.suppliers()).to.have.length(COUNT);
  });

  it('waits for a minute where its session ends and Vault limits logins, and continues where it was', async () => {
    const connection = await connected();
    vault.data.put(OBJECT, { id: findRow(0)?.id, name__v: 'There 0' });
    vault.sessions.expireAll();
    await connection.api.post(`${connection.path}/test`);
    vault.sessions.expireAll();
    const startedAt = Date.now();
    const id = await connection.start();
    const goesOn = await eventually('it waits', async () => {
      const { status, next_attempt_at } = (await connection.api.get(`${connection.path}/syncs/${id}`)).body.data;
      const at = Date.parse(next_attempt_at);
      return status === 'running' && at >= startedAt + MINUTE_MS && at;
    });
    expect(goesOn).to.be.at.most(Date.now() + MINUTE_MS);
    now = new Date(now.getTime() + MINUTE_MS);
    await mesh.database.collection('sync').updateOne({ _id: id as never }, { $set: { next_at: new Date() } });
    expect(await connection.ended(id)).to.include({ status: 'success', records_succeeded: 1, records_failed: 0 });
    expect((await findSupplier(connection, 0))?.name).to.equal('There 0');
  });
});
