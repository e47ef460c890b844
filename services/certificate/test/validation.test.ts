import type { Role } from '@qsc/contracts';
import { expect } from 'chai';
import { asRead, type CertificateClient, type CertificateMesh, type Metadata, startCertificateMesh } from './mesh.ts';

const DAY_MS = 86_400_000;

describe('the validation of a certificate', () => {
  let mesh: CertificateMesh;
  let api: CertificateClient;
  let supplier_id: string;
  let component_id: string;
  before(async () => {
    mesh = await startCertificateMesh();
    api = mesh.client();
    [supplier_id, component_id] = [await api.entity('supplier'), await api.entity('component')];
  });
  after(() => mesh.stop());

  const inDays = (days: number): string =>
    new Date(mesh.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const validate = (id: string, body: object, client: CertificateClient = api, headers = {}) =>
    client.post(`/v1/certificates/${id}/validate`, body, { headers });
  const getStatus = async (id: string) => (await api.get(`/v1/certificates/${id}`)).body.data.status;

  const pass = { parameter: 'Assay', specification: '98.0 - 102.0 %', result: '99.6 %', status: 'pass' } as const;
  const fail = { parameter: 'Water', specification: 'NMT 0.5 %', result: '5.0 %', status: 'fail' } as const;

  const coa = async (rows: Parameters<typeof asRead>[2] = {}, metadata: Metadata = {}) => {
    const { id } = await api.certificate({ type: 'coa', ...metadata });
    await asRead(mesh, id, rows);
    return id;
  };

  it('makes a pending certificate valid, says who and when, and is one transition in the audit', async () => {
    const { id } = await api.certificate();
    const answer = await validate(id, { status: 'valid', notes: 'Checked' });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body.data).to.deep.include({ status: 'valid', version: 2 });
    expect(answer.body.data.validation).to.deep.include({
      validated_at: mesh.clock.now.toISOString(),
      validation_notes: 'Checked',
    });
    const event = await mesh.events.next('validated', (one) => one.subject === id && one.type.includes('validated'));
    expect(event.data.audit).to.deep.include({ action: 'transition', entity_version: 2 });
    expect(event.data.audit.changes.status).to.deep.equal({ from: 'pending', to: 'valid' });
    expect(event.data.audit.metadata.workflow_state).to.equal('valid');
    const { data } = (await api.get(`/v1/certificates/${id}/history`)).body;
    expect(data.map((item: { action: string }) => item.action)).to.deep.equal(['validated', 'uploaded']);
    const oldest = await api.get(`/v1/certificates/${id}/history?sort=timestamp&per_page=1`);
    expect(oldest.body.data?.[0].action).to.equal('uploaded');
  });

  it('tells the state of the day on which it is read', async () => {
    const { now } = mesh.clock;
    const { id } = await api.certificate({ expiry_date: inDays(100) });
    await validate(id, { status: 'valid' });
    const seen: string[] = [];
    for (const days of [0, 9, 10, 100, 101]) {
      mesh.clock.now = new Date(now.getTime() + days * DAY_MS);
      seen.push(await getStatus(id));
    }
    mesh.clock.now = now;
    expect(seen).to.deep.equal(['valid', 'valid', 'expiring_soon', 'expiring_soon', 'expired']);
  });

  describe('moves', () => {
    it('rejects a pending certificate without notes, and one that was valid only with them', async () => {
      const [one, other] = [(await api.certificate()).id, (await api.certificate()).id];
      expect((await validate(one, { status: 'rejected' })).body.data.status).to.equal('rejected');
      await validate(other, { status: 'valid' });
      const refused = await validate(other, { status: 'rejected' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
      expect(refused.body.error.details.missing_fields).to.deep.equal(['notes']);
      expect((await validate(other, { status: 'rejected', notes: 'Recalled' })).body.data.status).to.equal('rejected');
    });

    it('refuses to leave a final state, and tells where it stands and what is allowed', async () => {
      const { id } = await api.certificate();
      await validate(id, { status: 'rejected' });
      const { status, body } = await validate(id, { status: 'valid' });
      expect([status, body.error.code]).to.deep.equal([409, 'invalid_transition']);
      expect(body.error.details).to.deep.equal({
        current_state: 'rejected',
        requested_state: 'valid',
        allowed_transitions: [],
      });
    });

    it('refuses to revoke what has expired by date, though nothing has told it yet', async () => {
      const { id } = await api.certificate({ expiry_date: inDays(-1) });
      await validate(id, { status: 'valid' });
      const { body } = await validate(id, { status: 'rejected', notes: 'Too late' });
      expect(body.error.details).to.deep.include({ current_state: 'expired', allowed_transitions: ['superseded'] });
    });

    it('refuses an old version', async () => {
      const { id } = await api.certificate();
      expect((await validate(id, { status: 'valid' }, api, { 'if-match': '"7"' })).status).to.equal(412);
    });

    it('lets one of two that validate at once through', async () => {
      const { id } = await api.certificate();
      const answers = await Promise.all([validate(id, { status: 'valid' }), validate(id, { status: 'valid' })]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    });
  });

  describe('rights', () => {
    const withRole = (role: Role | null, kind: 'user' | 'application' = 'user') =>
      mesh.client({ orgId: api.orgId, role, kind });

    it('is not for the system_admin, who is told which roles it is for', async () => {
      const { id } = await api.certificate();
      const { status, body } = await validate(id, { status: 'valid' }, withRole('system_admin'));
      expect([status, body.error.code]).to.deep.equal([403, 'forbidden']);
      expect(body.error.details.roles).to.include('quality_manager').and.not.to.include('system_admin');
      expect(await getStatus(id)).to.equal('pending');
    });

    it('is for an application, and for each role that may write certificates', async () => {
      const roles = ['quality_specialist', 'supplier_manager', 'document_owner', 'qualified_person'] as const;
      const clients = [withRole(null, 'application'), ...roles.map((role) => withRole(role))];
      for (const client of clients) {
        const { id } = await api.certificate();
        expect((await validate(id, { status: 'valid' }, client)).status).to.equal(200);
      }
      const { id } = await api.certificate();
      expect((await validate(id, { status: 'valid' }, withRole('viewer'))).status).to.equal(403);
    });
  });

  describe('of a certificate of analysis', () => {
    it('waits while it is being read; that of another type does not', async () => {
      const { id } = await api.certificate({ type: 'coa' });
      const { status, body } = await validate(id, { status: 'valid' });
      expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
      const other = await api.certificate({ type: 'coc' });
      expect((await validate(other.id, { status: 'valid' })).status).to.equal(200);
    });

    it('is not valid with a failing row unless notes say why; then the rows stand in the audit', async () => {
      const id = await coa({ rows: [pass, fail] });
      const refused = await validate(id, { status: 'valid' });
      expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
      const row = { index: 1, parameter: 'Water', specification: 'NMT 0.5 %', result: '5.0 %' };
      expect(refused.body.error.details).to.deep.equal({ missing_fields: ['notes'], failing_rows: [row] });
      expect((await validate(id, { status: 'valid', notes: 'Released under deviation 7' })).status).to.equal(200);
      const event = await mesh.events.next('validated', (one) => one.subject === id && one.type.includes('validated'));
      expect(event.data.audit.metadata.details).to.deep.include({ failing_rows: [row] });
    });

    for (const [what, row] of [
      ['no result', { parameter: 'Mercury', specification: 'NMT 0.1 ppm', result: null }],
      ['no limits', { parameter: 'Odour', specification: null, result: 'faint' }],
    ] as const)
      it(`is not valid with a row of ${what}, which has no status, unless notes say why; it stands in the audit`, async () => {
        const id = await coa({ rows: [pass, { ...row, status: null }, fail] });
        const refused = await validate(id, { status: 'valid' });
        expect([refused.status, refused.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
        const { details } = refused.body.error;
        expect(details.undecided_rows).to.deep.equal([{ index: 1, ...row }]);
        expect(details.failing_rows.map(({ index }: { index: number }) => index)).to.deep.equal([2]);
        expect((await validate(id, { status: 'valid', notes: 'Tested by us' })).status).to.equal(200);
        const event = await mesh.events.next(
          'validated',
          (one) => one.subject === id && one.type.includes('validated'),
        );
        expect(event.data.audit.metadata.details?.undecided_rows).to.deep.equal([{ index: 1, ...row }]);
      });

    it('takes no correction to a day before 1900 or after 2199', async () => {
      const id = await coa({ rows: [pass] });
      for (const expiry_date of ['0206-05-31', '2200-01-01']) {
        const { status, body } = await validate(id, { status: 'valid', overrides: { expiry_date } });
        expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'overrides.expiry_date']);
      }
    });

    it('is valid without notes once a correction gives the row its result', async () => {
      const id = await coa({ rows: [{ ...pass, result: null, status: null }] });
      const overrides = { test_results: [{ index: 0, result: '99.6 %' }] };
      expect((await validate(id, { status: 'valid', overrides })).status).to.equal(200);
    });

    it('tells fifty failing rows one by one, and how many there are', async () => {
      const rows = Array.from({ length: 52 }, (_, at) => ({ ...fail, parameter: `Water ${at + 1}` }));
      const { error } = (await validate(await coa({ rows }), { status: 'valid' })).body;
      expect(error.details.failing_rows).to.have.length(50);
      expect(error.details.failing_rows_total).to.equal(52);
      expect(error.message).to.include('Water 50 and 2 more.').and.not.include('Water 51');
      const long = Array.from({ length: 10 }, () => ({ ...fail, specification: 'x'.repeat(10_000) }));
      const { details } = (await validate(await coa({ rows: long }), { status: 'valid' })).body.error;
      expect([details.failing_rows.length, details.failing_rows_total], 'of 64 KiB').to.deep.equal([6, 10]);
    });

    it('is rejected with a failing row without notes', async () => {
      expect((await validate(await coa({ rows: [fail] }), { status: 'rejected' })).status).to.equal(200);
    });
  });

  describe('corrections', () => {
    it('stand beside what was read, each with what it took the place of, who, when and why', async () => {
      const id = await coa({ rows: [pass, fail], fields: { manufacturer: 'Acme' } });
      const overrides = {
        manufacturer: 'Acme AG',
        test_results: [{ index: 1, result: '0.5 %', reason: 'The point was misread' }],
      };
      const { status, body } = await validate(id, { status: 'valid', notes: 'Compared with the scan', overrides });
      expect(status, JSON.stringify(body)).to.equal(200);
      const { extracted_data: data } = body.data;
      expect(data.manufacturer).to.equal('Acme AG');
      expect(data.test_results[1]).to.deep.include({ parameter: 'Water', result: '0.5 %', status: 'pass' });
      expect(data.overrides).to.have.length(3);
      expect(data.overrides[0]).to.deep.include({
        path: 'manufacturer',
        from: 'Acme',
        value: 'Acme AG',
        at: mesh.clock.now.toISOString(),
        reason: 'Compared with the scan',
      });
      expect(data.overrides[1]).to.deep.include({
        path: 'test_results.1.result',
        from: '5.0 %',
        value: '0.5 %',
        reason: 'The point was misread',
      });
      const stored = await mesh.database.collection('certificate').findOne({ _id: id as never });
      expect(stored?.extraction.data.test_results[1].result, 'what was read').to.equal('5.0 %');
      const event = await mesh.events.next('validated', (one) => one.subject === id && one.type.includes('validated'));
      expect(event.data.audit.changes['extracted_data.test_results.1.result']).to.deep.equal({
        from: '5.0 %',
        to: '0.5 %',
      });
    });

    it('find a row by its parameter, and let a person say what it comes to', async () => {
      const id = await coa({ rows: [pass, fail] });
      const overrides = { test_results: [{ parameter: 'Water', status: 'pass' }] };
      const { body } = await validate(id, { status: 'valid', notes: 'The limit is 5.0 % by contract', overrides });
      expect(body.data.extracted_data.test_results[1]).to.deep.include({ status: 'pass', result: '5.0 %' });
    });

    for (const [what, row] of [
      ['a status', { status: 'pass' }],
      ['no status', { status: null }],
      ['no specification', { specification: null }],
      ['a result that says nothing', { result: 'see annex' }],
    ] as const)
      it(`do not make a failing row pass by ${what}, without notes`, async () => {
        const id = await coa({ rows: [pass, fail] });
        const overrides = { test_results: [{ index: 1, ...row }] };
        const { status, body } = await validate(id, { status: 'valid', overrides });
        expect([status, body.error?.code]).to.deep.equal([422, 'missing_required_fields']);
        expect(body.error.details.failing_rows[0]).to.deep.include({ index: 1, parameter: 'Water' });
      });

    it('do not make a passing row of a result that fails its specification, without notes', async () => {
      const id = await coa({ rows: [pass] });
      const overrides = { test_results: [{ index: 0, result: '9.6 %', status: 'pass' }] };
      const { status, body } = await validate(id, { status: 'valid', overrides });
      expect([status, body.error?.code]).to.deep.equal([422, 'missing_required_fields']);
      expect(body.error.details.failing_rows[0]).to.deep.include({ index: 0, result: '9.6 %' });
    });

    it('make a failing row pass by a result that meets its specification', async () => {
      const id = await coa({ rows: [pass, fail] });
      const overrides = { test_results: [{ index: 1, result: '0.5 %', status: 'pass' }] };
      expect((await validate(id, { status: 'valid', overrides })).status).to.equal(200);
    });

    it('make a row fail that was read as passing', async () => {
      const id = await coa({ rows: [pass] });
      const overrides = { test_results: [{ parameter: 'Assay', result: '9.6 %' }] };
      const { status, body } = await validate(id, { status: 'valid', overrides });
      expect([status, body.error.details.failing_rows[0].result]).to.deep.equal([422, '9.6 %']);
    });

    it('of batch and expiry date change the record', async () => {
      const id = await coa({ fields: { batch_number: 'B-1' } }, { batch_number: 'B-1', expiry_date: inDays(10) });
      const overrides = { batch_number: 'B-7', expiry_date: inDays(400) };
      const { body } = await validate(id, { status: 'valid', overrides });
      expect(body.data).to.deep.include({ batch_number: 'B-7', expiry_date: inDays(400), status: 'valid' });
      expect(body.data.extracted_data).to.deep.include({ batch_number: 'B-7', warnings: [] });
    });

    for (const [what, overrides, field] of [
      ['a row that is not there', { test_results: [{ index: 9, result: '1' }] }, 'overrides.test_results.0.index'],
      [
        'a parameter that is not there',
        { test_results: [{ parameter: 'pH', result: '7' }] },
        'overrides.test_results.0.parameter',
      ],
      [
        'a parameter that several rows have',
        { test_results: [{ parameter: 'Assay', result: '7' }] },
        'overrides.test_results.0.parameter',
      ],
      ['a row without index or parameter', { test_results: [{ result: '7' }] }, 'overrides.test_results.0'],
      ['an unknown field', { colour: 'red' }, 'overrides.colour'],
      [
        'an unknown member of a row',
        { test_results: [{ index: 0, colour: 'red' }] },
        'overrides.test_results.0.colour',
      ],
      ['an expiry before the issue', { expiry_date: '2020-01-01' }, 'overrides.expiry_date'],
      ['a date that is none', { expiry_date: 'soon' }, 'overrides.expiry_date'],
      ['a blank batch number', { batch_number: ' ' }, 'overrides.batch_number'],
    ] as const)
      it(`are refused for ${what}, and nothing changes`, async () => {
        const id = await coa({ rows: [pass, pass, fail] }, { issue_date: '2026-01-01' });
        const { status, body } = await validate(id, { status: 'valid', notes: 'x', overrides });
        expect(status, JSON.stringify(body)).to.equal(422);
        expect(body.error.details.fields[0].field).to.equal(field);
        expect(await getStatus(id)).to.equal('pending');
      });
  });

  it('warns where the metadata says something else than the document, and leaves both', async () => {
    const fields = { batch_number: 'b 1', expiry_date: '2027-05-05' };
    const id = await coa({ fields }, { batch_number: 'B1', expiry_date: '2027-06-06' });
    const { data } = (await api.get(`/v1/certificates/${id}`)).body;
    expect(data.expiry_date).to.equal('2027-06-06');
    expect(data.extracted_data.warnings).to.deep.equal([
      'The metadata says expiry_date "2027-06-06"; the document says "2027-05-05".',
    ]);
  });

  describe('supersession', () => {
    const valid = async (metadata: Metadata) => {
      const { id } = await api.certificate({ supplier_id, component_id, type: 'iso', ...metadata });
      expect((await validate(id, { status: 'valid' })).status).to.equal(200);
      return id;
    };

    it('takes the place of an older one of the same supplier, component and type, in the same commit', async () => {
      const old = await valid({ issue_date: '2024-01-01', expiry_date: inDays(-3) });
      const other = await valid({ issue_date: '2024-01-01', component_id: await api.entity('component') });
      const id = await valid({ issue_date: '2025-01-01' });
      const { data } = (await api.get(`/v1/certificates/${old}`)).body;
      expect(data).to.deep.include({ status: 'superseded', superseded_by: id, version: 3 });
      expect(await getStatus(other)).to.equal('valid');
      const event = await mesh.events.next(
        'superseded',
        (one) => one.subject === old && one.type.includes('superseded'),
      );
      expect(event.data.audit).to.deep.include({ action: 'transition' });
      expect(event.data.audit.changes.superseded_by).to.deep.equal({ from: null, to: id });
      const history = (await api.get(`/v1/certificates/${old}/history`)).body.data;
      expect(history[0]).to.deep.include({ action: 'superseded' });
    });

    it('leaves a newer one alone, and tells newer by the upload where there are no issue dates', async () => {
      const newer = await valid({ type: 'qualification', issue_date: '2025-01-01' });
      await valid({ type: 'qualification', issue_date: '2024-01-01' });
      expect(await getStatus(newer)).to.equal('valid');
      const first = await valid({ type: 'audit' });
      await valid({ type: 'audit' });
      expect(await getStatus(first)).to.equal('superseded');
    });

    it('takes the batch into account for coa and coc', async () => {
      const one = await valid({ type: 'coc', batch_number: 'B-1' });
      const two = await valid({ type: 'coc', batch_number: 'B-2' });
      const again = await valid({ type: 'coc', batch_number: 'B-1' });
      expect(await Promise.all([one, two, again].map(getStatus))).to.deep.equal(['superseded', 'valid', 'valid']);
    });

    it('happens without a component only where the upload names the other', async () => {
      const one = await valid({ component_id: undefined });
      const two = await valid({ component_id: undefined });
      expect(await getStatus(one)).to.equal('valid');
      const pending = await api.certificate({ supersedes: one });
      expect(await getStatus(one)).to.equal('valid');
      await validate(pending.id, { status: 'valid' });
      expect(await Promise.all([one, two].map(getStatus))).to.deep.equal(['superseded', 'valid']);
    });

    it('is never that of another supplier, also where a certificate names it', async () => {
      const one = await valid({ type: 'iso', supplier_id: await api.entity('supplier') });
      const { id } = await api.certificate({ supplier_id, component_id, type: 'iso' });
      await mesh.database.collection('certificate').updateOne({ _id: id as never }, { $set: { supersedes: one } });
      await validate(id, { status: 'valid' });
      expect(await Promise.all([one, id].map(getStatus))).to.deep.equal(['valid', 'valid']);
    });

    it('does not follow from a rejection', async () => {
      const one = await valid({ type: 'gmp' });
      const { id } = await api.certificate({ supplier_id, component_id, type: 'gmp' });
      await validate(id, { status: 'rejected' });
      expect(await getStatus(one)).to.equal('valid');
    });
  });
});
