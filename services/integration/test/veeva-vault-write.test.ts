import { expect } from 'chai';
import type { RemoteWrite } from '../src/connector/connector.ts';
import { RemoteRefusal, RemoteTrouble } from '../src/remote/remote-error.ts';
import { accessVault, toRefusal, toSource, type VaultAccess } from './vault-simulator/vault-access.ts';
import { startVaultSimulator, type VaultSimulator } from './vault-simulator/vault-simulator.ts';

const write = (fields: Record<string, unknown>, given: Partial<RemoteWrite> = {}): RemoteWrite => ({
  externalId: null,
  reference: `ent_${String(fields.name__v)}`,
  etag: null,
  fields,
  ...given,
});

describe('writes to a Vault', () => {
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

  const supplier = toSource('supplier__c');
  const upsert = (writes: readonly RemoteWrite[], source = supplier) => access.system.upsert?.(source, writes) ?? [];

  it('create and change rows in one call, with a result for each in order', async () => {
    const { id } = vault.data.put('supplier__c', { name__v: 'Old', city__c: 'Basel' });
    const results = await upsert([
      write({ name__v: 'A' }),
      write({ name__v: 'New' }, { externalId: String(id) }),
      write({ name__v: 'B' }),
    ]);
    expect(results.map((result) => result.ok)).to.deep.equal([true, true, true]);
    expect(results[1]).to.include({ externalId: id });
    const rows = [...vault.data.rows('supplier__c').values()];
    expect(rows.map(({ name__v }) => name__v)).to.deep.equal(['New', 'A', 'B']);
    expect(rows[0]?.city__c).to.equal('Basel');
    expect(rows[1]?.external_id__v).to.equal('ent_A');
  });

  it('are known again by our id where records are made there, and documents have none', async () => {
    await upsert([write({ name__v: 'A' })]);
    vault.data.put('supplier__c', { name__v: 'Made there' });
    const ids = [...vault.data.rows('supplier__c').keys()];
    const requested = await access.system.fetch({ ...supplier, references: true }, ids);
    expect(requested.map(({ reference }) => reference)).to.deep.equal(['ent_A', undefined]);
    expect((await access.system.fetch(supplier, ids)).some((record) => 'reference' in record)).to.equal(false);
    const document = String(vault.data.put('documents', { name__v: 'D', external_id__v: 'ent_A' }).id);
    const [read] = await access.system.fetch({ ...toSource('documents'), references: true }, [document]);
    expect(read).to.include({ externalId: document }).and.not.have.property('reference');
  });

  it('that are repeated make no second record', async () => {
    const [first] = await upsert([write({ name__v: 'A' })]);
    const [second] = await upsert([write({ name__v: 'A' })]);
    expect(second).to.deep.equal(first);
    expect(vault.data.rows('supplier__c').size).to.equal(1);
  });

  it('write the other rows where Vault refuses one, and name its field', async () => {
    vault.faults.failingRows.set('Bad', 'PARAMETER_REQUIRED');
    const results = await upsert([
      write({ name__v: 'A' }),
      write({ name__v: 'Bad' }),
      write({ name__v: '' }),
      write({ name__v: 'C' }),
    ]);
    expect(results.map((result) => result.ok)).to.deep.equal([true, false, false, true]);
    for (const [index, field] of [
      [1, null],
      [2, 'name__v'],
    ] as const) {
      const result = results[index];
      if (!result || result.ok) throw new Error('The row was not refused.');
      expect(result.error).to.be.instanceOf(RemoteRefusal).and.to.include({ code: 'VALIDATION_ERROR', field });
      expect(result.error.message).not.to.match(/secret|test wishes|Missing/);
    }
    expect(vault.data.rows('supplier__c').size).to.equal(2);
  });

  it('report a race of one row as temporary trouble', async () => {
    vault.faults.failingRows.set('Busy', 'RACE_CONDITION');
    const [busy, done] = await upsert([write({ name__v: 'Busy' }), write({ name__v: 'B' })]);
    expect(busy?.ok === false && busy.error).to.be.instanceOf(RemoteTrouble);
    expect(done?.ok).to.equal(true);
  });

  it('take 500 rows at once, which is what Vault takes', async () => {
    expect(access.system.maxBatch).to.equal(500);
    const results = await upsert(Array.from({ length: 500 }, (_, index) => write({ name__v: `S${index}` })));
    expect(results.every(({ ok }) => ok)).to.equal(true);
    expect(vault.requests.filter((request) => request.startsWith('POST /api/v25.2/vobjects'))).to.have.length(1);
  });

  it('go on by a new session where the old one has ended', async () => {
    await access.system.test();
    vault.sessions.expireAll();
    expect((await upsert([write({ name__v: 'A' })]))[0]?.ok).to.equal(true);
    expect(vault.data.rows('supplier__c').size).to.equal(1);
  });

  it('are refused as a whole where the batch is', async () => {
    await access.system.test();
    vault.faults.failures = { type: 'INSUFFICIENT_ACCESS', left: 1 };
    expect((await toRefusal(Promise.resolve(upsert([write({ name__v: 'A' })])))).code).to.equal('NO_PERMISSION');
  });

  describe('of documents', () => {
    const documents = toSource('documents');

    it('change their fields to any value, and no field that is not sent', async () => {
      for (const name of ['D1', 'D2']) vault.data.put('documents', { name__v: name, title__v: 'T', note__c: 'N' });
      const odd = 'a "quoted", text;\r\nover lines';
      const results = await upsert(
        [write({ name__v: odd, title__v: null }, { externalId: '1' }), write({ note__c: 'x\ny' }, { externalId: '2' })],
        documents,
      );
      expect(results.map((result) => result.ok && result.externalId)).to.deep.equal(['1', '2']);
      const [first, second] = [...vault.data.rows('documents').values()];
      expect(first).to.include({ name__v: odd, title__v: null, note__c: 'N' });
      expect(second).to.include({ name__v: 'D2', title__v: 'T', note__c: 'x\ny' });
    });

    it('make none: a document is made in Vault', async () => {
      const [result] = await upsert([write({ name__v: 'D' })], documents);
      expect(result?.ok === false && result.error).to.include({ code: 'VALIDATION_ERROR' });
      expect(vault.data.rows('documents').size).to.equal(0);
    });
  });

  describe('of files', () => {
    const content = async (id: string, rendition: string | null, object = 'documents') =>
      access.system.content?.(toSource(object), id, rendition);

    it('are none; the source file and renditions are read with their names', async () => {
      const [pdf, json] = [Buffer.from('%PDF-1.7 \u0000'), Buffer.from('{"responseStatus":"FAILURE"}')];
      vault.data.files.set('1/viewable_rendition__v', { name: 'CoA ä.pdf', mediaType: 'application/pdf', bytes: pdf });
      vault.data.files.set('1/file', { name: '../../etc/data.json', mediaType: 'application/json', bytes: json });
      const rendition = await content('1', 'viewable_rendition__v');
      expect(rendition).to.deep.equal({ name: 'CoA ä.pdf', mediaType: 'application/pdf', bytes: pdf });
      expect(await content('1', null)).to.deep.equal({ name: 'data.json', mediaType: 'application/json', bytes: json });
    });

    it('are not found where there is none, and no path leads elsewhere', async () => {
      expect((await toRefusal(content('1', null))).code).to.equal('RECORD_NOT_FOUND');
      const requested = vault.requests.length;
      expect((await toRefusal(content('../users', null))).code).to.equal('RECORD_NOT_FOUND');
      expect((await toRefusal(content('1', '../file'))).code).to.equal('VALIDATION_ERROR');
      expect((await toRefusal(content('1', null, 'supplier__c'))).code).to.equal('VALIDATION_ERROR');
      expect(vault.requests).to.have.length(requested);
    });
  });

  describe('of states', () => {
    const prefix = 'Objectlifecyclestateuseraction.deviation__v.draft_state__c';
    const act = async (action: string, object = 'deviation__v', id = 'V1') =>
      access.system.act?.(toSource(object), id, action);
    const readState = () => vault.data.rows('deviation__v').get('V1')?.state__v;

    beforeEach(() => {
      vault.data.put('deviation__v', { id: 'V1', state__v: 'draft_state__c' });
      vault.data.actions.set('deviation__v', [
        {
          name: `${prefix}.change_state_to_in_review_useraction__c`,
          label: 'Submit',
          from: 'draft_state__c',
          to: 'in_review_state__c',
        },
        { name: `${prefix}.cancel_useraction__c`, label: 'Cancel', from: 'draft_state__c', to: 'cancelled_state__c' },
      ]);
    });

    for (const wanted of [
      `${prefix}.change_state_to_in_review_useraction__c`,
      'change_state_to_in_review_useraction__c',
      'submit',
      'in_review_state__c',
      'In Review',
    ])
      it(`start the action that is named "${wanted}"`, async () => {
        await act(wanted);
        expect(readState()).to.equal('in_review_state__c');
      });

    it('are left as they are where the record has the state already', async () => {
      await act('in_review_state__c');
      await act('In Review');
      expect(vault.requests.filter((request) => request.startsWith('POST /api/v25.2/vobjects'))).to.have.length(1);
    });

    it('do not change by an action that the state does not offer', async () => {
      expect((await toRefusal(act('approve'))).code).to.equal('VALIDATION_ERROR');
      expect((await toRefusal(act('submit', 'deviation__v', 'V9'))).code).to.equal('RECORD_NOT_FOUND');
      expect(readState()).to.equal('draft_state__c');
    });

    it('do not change where two actions have the name', async () => {
      const actions = vault.data.actions.get('deviation__v') ?? [];
      const { from, to } = { from: 'draft_state__c', to: 'in_review_state__c' };
      vault.data.actions.set('deviation__v', [
        ...actions,
        { name: `${prefix}.other_useraction__c`, label: 'Submit', from, to },
      ]);
      expect((await toRefusal(act('submit'))).code).to.equal('VALIDATION_ERROR');
      expect(readState()).to.equal('draft_state__c');
    });

    it('are not changed twice where the answer was lost: the next attempt finds the state', async () => {
      vault.faults.losesAnswerTo = '/actions/';
      expect(await toRefusal(act('submit'))).to.be.instanceOf(RemoteTrouble);
      const started = () => vault.requests.filter((request) => /^POST .*\/actions\//.test(request));
      expect(started()).to.have.length(1);
      await act('In Review');
      expect(started()).to.have.length(1);
    });

    it('of documents change by their version’s actions, where the user may start them', async () => {
      vault.data.put('documents', { name__v: 'SOP' });
      vault.data.actions.set('documents', [
        { name: 'approve__c', label: 'Approve', from: 'Draft', to: 'Approved' },
        { name: 'make_effective__c', label: 'Make Effective', from: 'Approved', to: 'Effective', executable: false },
      ]);
      await act('Approve', 'documents', '1');
      expect(vault.data.rows('documents').get('1')?.status__v).to.equal('Approved');
      expect((await toRefusal(act('make_effective__c', 'documents', '1'))).code).to.equal('NO_PERMISSION');
    });
  });
});
