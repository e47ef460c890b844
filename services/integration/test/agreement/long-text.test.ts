import { expect } from 'chai';
import { accessVault, toSource, type VaultAccess, walk } from '../vault-simulator/vault-access.ts';
import { startVaultSimulator, type VaultSimulator } from '../vault-simulator/vault-simulator.ts';

describe('a long text of a Vault', () => {
  let vault: VaultSimulator;
  let access: VaultAccess;
  const text = 'x'.repeat(660);

  before(async () => {
    vault = await startVaultSimulator();
    access = accessVault(vault);
    vault.data.fields.set('supplier__c', [
      { name: 'notes__c', type: 'LongText', max_length: 32_000 },
      { name: 'rich__c', type: 'RichText' },
      { name: 'city__c', type: 'String', max_length: 20 },
    ]);
  });
  after(async () => void (await Promise.all([vault.stop(), access.close()])));

  it('comes whole by its plain name, by pages and by key', async () => {
    vault.data.put('supplier__c', { id: 'V1', name__v: 'A', notes__c: text, rich__c: text });
    const source = toSource('supplier__c', { fields: ['name__v', 'notes__c', 'rich__c'] });
    const { records } = await walk(access.system, source);
    for (const [record] of [records, await access.system.fetch(source, ['V1'])])
      expect(record?.fields).to.deep.equal({ name__v: 'A', notes__c: text, rich__c: text });
  });

  it('is not sent where it is longer than its field', async () => {
    const source = toSource('supplier__c', { fields: ['city__c'] });
    const write = { externalId: 'V1', reference: 'ent_1', etag: null, fields: { city__c: 'x'.repeat(21) } };
    const [result] = await access.system.upsert!(source, [write]);
    expect(result?.ok === false && result.error).to.include({ code: 'VALIDATION_ERROR', field: 'city__c' });
    expect(vault.data.rows('supplier__c').get('V1')?.city__c).to.equal(undefined);
  });
});
