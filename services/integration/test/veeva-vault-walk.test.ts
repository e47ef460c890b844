import { expect } from 'chai';
import { RemoteTrouble } from '../src/remote/remote-error.ts';
import { accessVault, toSource, type VaultAccess, walk } from './vault-simulator/vault-access.ts';
import { startVaultSimulator, type VaultSimulator } from './vault-simulator/vault-simulator.ts';

const T0 = Date.parse('2026-03-01T00:00:00.000Z');

const at = (milliseconds: number): Date => new Date(T0 + milliseconds);

describe('the changes of a Vault', () => {
  let vault: VaultSimulator;
  let access: VaultAccess;

  beforeEach(async () => {
    vault = await startVaultSimulator();
    access = accessVault(vault);
  });

  afterEach(async () => {
    await access.close();
    await vault.stop();
  });

  const put = (count: number, when: (index: number) => Date, object = 'supplier__c') =>
    Array.from({ length: count }, (_, index) => vault.data.put(object, { name__v: `S${index}` }, when(index)));

  const toIds = (records: readonly { externalId: string }[]) => records.map(({ externalId }) => externalId);

  const supplier = (pageSize = 10) => toSource('supplier__c', { pageSize });

  it('come page by page in the order of change and key, each once', async () => {
    const rows = put(47, (index) => at(Math.floor(index / 4)));
    const { pages, records } = await walk(access.system, supplier());
    expect(toIds(records)).to.deep.equal(rows.map(({ id }) => id));
    expect(pages.length).to.be.within(5, 8);
    expect(records[0]?.modifiedAt).to.equal('2026-03-01T00:00:00.000Z');
    expect(records[0]?.fields).to.deep.equal({ name__v: 'S0' });
  });

  it('start at the given moment, not after it', async () => {
    const rows = put(20, (index) => at(index));
    const { records } = await walk(access.system, supplier(), at(7));
    expect(toIds(records)).to.deep.equal(rows.slice(7).map(({ id }) => id));
  });

  for (const [count, size] of [
    [35, 10],
    [3, 1],
  ] as const)
    it(`are all there where ${count} of them have the same millisecond and a page holds ${size}`, async () => {
      const before = put(3, (index) => at(index));
      const same = put(count, () => at(500));
      const after = put(3, (index) => at(600 + index));
      const { records } = await walk(access.system, supplier(size));
      const all = [...before, ...same, ...after].map(({ id }) => id);
      expect(toIds(records)).to.have.members(all).and.to.have.length(all.length);
      const order = records.map(({ modifiedAt }) => modifiedAt);
      expect(order).to.deep.equal(order.toSorted());
    });

  it('lose none where records leave a crowded millisecond while it is read', async () => {
    const rows = put(60, () => at(0));
    let left = 0;
    vault.faults.beforePage = (page) => {
      if (page < 4 || left === 12) return;
      const row = rows[left];
      left += 1;
      vault.data.put('supplier__c', { id: row?.id, name__v: 'moved' }, at(1_000));
    };
    const { records } = await walk(access.system, supplier());
    expect(new Set(toIds(records))).to.deep.equal(new Set(rows.map(({ id }) => id)));
  });

  it('go on by a new session where the old one ends in mid-page', async () => {
    const rows = put(45, (index) => at(index));
    vault.faults.expireAfterPages = 2;
    const { records } = await walk(access.system, supplier());
    expect(toIds(records)).to.deep.equal(rows.map(({ id }) => id));
    expect(vault.sessions.opened).to.equal(2);
  });

  it('of documents are found by the date of their version, and have numbers as keys', async () => {
    vault.data.put('documents', { name__v: 'CoA 1', type__v: 'Certificate', 'type__v#name': 'certificate__c' }, at(5));
    vault.data.put('documents', { name__v: 'SOP 1', type__v: 'Procedure', 'type__v#name': 'procedure__c' }, at(6));
    for (const type of ['certificate__c', 'Certificate']) {
      const { records } = await walk(access.system, toSource('documents', { documentTypes: [type] }));
      expect(records).to.have.length(1);
      expect(records[0]).to.include({ externalId: '1', modifiedAt: at(5).toISOString() });
    }
    const both = toSource('documents', { documentTypes: ['Procedure', 'certificate__c'] });
    expect((await walk(access.system, both)).records).to.have.length(2);
  });

  it('are those that fit the filters and types of the mapping', async () => {
    const made = [
      { name__v: 'A', country__c: 'DE', rating__c: 5, object_type__vr: '' },
      { name__v: 'B', country__c: 'FR', rating__c: 3 },
      { name__v: "C' OR id != '", country__c: 'DE', rating__c: 1 },
    ];
    for (const [index, fields] of made.entries())
      vault.data.put(
        'supplier__c',
        { ...fields, 'object_type__vr.api_name__v': index === 1 ? 'b__c' : 'base__v' },
        at(index),
      );
    const named = async (given: Parameters<typeof toSource>[1]) =>
      (await walk(access.system, toSource('supplier__c', given))).records.map(({ fields }) => fields.name__v);
    expect(await named({ filters: [{ field: 'country__c', operator: 'in', value: ['DE', 'IT'] }] })).to.have.length(2);
    expect(await named({ filters: [{ field: 'rating__c', operator: 'gt', value: 2 }] })).to.deep.equal(['A', 'B']);
    expect(await named({ filters: [{ field: 'name__v', operator: 'eq', value: "C' OR id != '" }] })).to.have.length(1);
    expect(await named({ filters: [{ field: 'country__c', operator: 'in', value: [] }] })).to.deep.equal([]);
    expect(await named({ documentTypes: ['b__c'] })).to.deep.equal(['B']);
  });

  it('have relationships as objects and long texts in full where they are requested', async () => {
    const text = 'x'.repeat(400);
    const fields = { name__v: 'A', 'country__vr.name__v': 'Germany', 'country__vr.code__c': 'DE', note__c: text };
    vault.data.put('supplier__c', fields, at(0));
    const paths = ['country__vr.name__v', 'country__vr.code__c', 'LONGTEXT(note__c)'];
    const { records } = await walk(access.system, toSource('supplier__c', { fields: paths }));
    expect(records[0]?.fields).to.deep.equal({
      country__vr: { name__v: 'Germany', code__c: 'DE' },
      'LONGTEXT(note__c)': text,
    });
  });

  it('are found by another field where the connection names one', async () => {
    for (const index of [0, 1, 2])
      vault.data.put('supplier__c', { name__v: `S${index}`, released__c: at(index).toISOString() });
    const source = toSource('supplier__c', { changeField: 'released__c' });
    expect((await walk(access.system, source, at(1))).records).to.have.length(2);
    const { id } = vault.data.put('supplier__c', { name__v: 'never released' });
    expect(toIds((await walk(access.system, source, at(1))).records), 'each time').to.include(String(id));
  });

  it('are fetched by key, without those that are deleted', async () => {
    const rows = put(3_000, (index) => at(index));
    const ids = rows.map(({ id }) => String(id));
    vault.data.remove('supplier__c', ids[3] ?? '');
    const records = await access.system.fetch(supplier(), [...ids, "x' OR id != '"]);
    expect(toIds(records)).to.have.members(ids.filter((_, index) => index !== 3));
    expect(await access.system.fetch(supplier(), [])).to.deep.equal([]);
    expect(await access.system.fetch(toSource('documents'), ['1; DROP', 'abc'])).to.deep.equal([]);
    const { id } = vault.data.put('documents', { name__v: 'CoA' });
    expect(await access.system.fetch(toSource('documents'), [String(id)])).to.have.length(1);
  });

  it('are fetched by key where they fit the filters of the mapping', async () => {
    for (const [id, country__c] of Object.entries({ V1: 'DE', V2: 'FR' }))
      vault.data.put('supplier__c', { id, name__v: id, country__c });
    const german = toSource('supplier__c', { filters: [{ field: 'country__c', operator: 'eq', value: 'DE' }] });
    expect(toIds(await access.system.fetch(german, ['V1', 'V2']))).to.deep.equal(['V1']);
  });

  it('have all keys in a walk, also where a record goes while it is made', async () => {
    const rows = put(2_500, (index) => at(index));
    vault.faults.beforePage = (page) => {
      if (page === 2) vault.data.remove('supplier__c', rows[0]?.id ?? '');
    };
    const { records } = await walk(access.system, { ...supplier(), fields: [] });
    const keys = records.map(({ externalId }) => externalId);
    const living = rows.slice(1).map(({ id }) => String(id));
    expect(new Set(keys).size).to.equal(keys.length);
    expect(living.filter((id) => !keys.includes(id))).to.deep.equal([]);
  });

  const gone = async (source: ReturnType<typeof toSource>) => {
    const { deletions } = access.system;
    if (!deletions) throw new Error('The connector has no list of deletions.');
    return (await Array.fromAsync(deletions(source, new Date(Date.now() - 3_600_000)))).flat();
  };

  it('include all of a list of deletions that is longer than a page', async () => {
    const ids = put(1_100, (index) => at(index)).map(({ id }) => String(id));
    for (const id of ids) vault.data.remove('supplier__c', id);
    expect(await gone(supplier())).to.deep.equal(ids);
  });

  it('request deletions of at most the 30 days that Vault lists', async () => {
    vault.data.put('supplier__c', { id: 'V1' });
    vault.data.remove('supplier__c', 'V1');
    const { deletions } = access.system;
    const found = deletions && (await Array.fromAsync(deletions(supplier(), new Date(0)))).flat();
    expect(found).to.deep.equal(['V1']);
  });

  it('request no page of another host', async () => {
    const { furtherUrl } = await import('../src/connector/veeva-vault/vault-address.ts');
    const endpoints = { api_base: vault.url, api_version: null, host: null };
    for (const address of ['https://evil.test/api', '//evil.test/api', 'http://127.0.0.1:1/api', 'javascript:0'])
      expect(() => furtherUrl(endpoints, address), address).to.throw(RemoteTrouble);
    expect(furtherUrl(endpoints, '/api/v25.2/query/1?pageoffset=3')).to.equal(
      `${vault.url}/api/v25.2/query/1?pageoffset=3`,
    );
  });
});
