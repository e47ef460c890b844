import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { type CertificateClient, type CertificateMesh, SMALL_PDF, startCertificateMesh, storedCounts } from './mesh.ts';

const MIB = 1024 * 1024;

describe('the upload of a certificate', () => {
  let mesh: CertificateMesh;
  let api: CertificateClient;
  before(async () => {
    mesh = await startCertificateMesh();
    api = mesh.client();
  });
  after(() => mesh.stop());

  it('answers the pending certificate with its document, at version 1', async () => {
    const [supplier_id, component_id] = [await api.entity('supplier'), await api.entity('component')];
    const reported = {
      type: 'coa',
      name: 'CoA of batch 7',
      supplier_id,
      component_id,
      batch_number: 'B-7',
      issue_date: '2026-02-01',
      expiry_date: '2027-01-31',
    };
    const answer = await api.upload(reported, { name: 'Prüfzertifikat\u0007 7.pdf' });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    const { data } = answer.body;
    expect(data).to.deep.include({
      ...reported,
      status: 'pending',
      extracted_data: null,
      validation: null,
      version: 1,
    });
    expect(data.document).to.deep.include({
      filename: 'Prüfzertifikat 7.pdf',
      mime_type: 'application/pdf',
      size_bytes: SMALL_PDF.length,
    });
    expect(data.document.checksum).to.match(/^sha256:[0-9a-f]{64}$/);
    expect(data.document.file_id).to.match(/^file_/);
    expect(answer.headers.get('location')).to.equal(`/v1/certificates/${data.id}`);
    const read = await api.get(`/v1/certificates/${data.id}`);
    expect(read.body).to.deep.equal(answer.body);
    expect(read.headers.get('etag')).to.equal('"1"');
  });

  it('keeps a batch number without the blanks around it, as the list looks for it', async () => {
    const batch_number = newId('request');
    const { id } = await api.certificate({ type: 'coc', batch_number: ` ${batch_number} ` });
    const { body } = await api.get(`/v1/certificates?batch_number=${batch_number}`);
    expect(body.data.map((one: { id: string }) => one.id)).to.deep.equal([id]);
  });

  it('takes control characters out of a file name, also those that turn the direction of reading', async () => {
    const { body } = await api.upload({}, { name: 'coa\u0007\u0085\u202e\u2066fdp.exe' });
    expect(body.data.document.filename).to.equal('coafdp.exe');
  });

  it('is one event with its audit facts, and the first row of the history', async () => {
    const { id } = await api.certificate({ name: 'GMP of Basel' });
    const event = await mesh.events.next('created', (one) => one.subject === id);
    expect(event.type).to.equal('certificate.certificate.created.v1');
    expect(event.data.audit).to.deep.include({
      action: 'create',
      entity_type: 'certificate',
      entity_name: 'GMP of Basel',
    });
    expect(event.data.audit.changes.status).to.deep.equal({ from: null, to: 'pending' });
    const { body } = await api.get(`/v1/certificates/${id}/history`);
    expect(body.data).to.have.length(1);
    expect(body.data[0]).to.deep.include({ action: 'uploaded', version: 1 });
    expect(body.data[0].details).to.deep.include({ filename: 'gmp.pdf' });
  });

  it('takes the same file twice, and a type that the content does not have by its name', async () => {
    const [one, other] = [await api.certificate(), await api.certificate()];
    expect(one.id).not.to.equal(other.id);
    const answer = await api.upload({}, { name: 'a.pdf', bytes: 'a,b\r\n1,2\r\n3,4\r\n' });
    expect(answer.body.data.document.mime_type).to.equal('text/csv');
  });

  it('keeps one certificate and one file for a repeated request', async () => {
    const before = await storedCounts(mesh);
    const key = { 'idempotency-key': newId('request') };
    const [one, other] = [await api.upload({}, {}, key), await api.upload({}, {}, key)];
    expect(other.body).to.deep.equal(one.body);
    expect(other.headers.get('idempotency-replayed')).to.equal('true');
    const after = await storedCounts(mesh);
    expect([after.certificate, after['file.files'], after.file_mark]).to.deep.equal([
      (before.certificate ?? 0) + 1,
      (before['file.files'] ?? 0) + 1,
      before.file_mark,
    ]);
  });

  const html = '<!DOCTYPE html><html><body>Certificate</body></html>';
  const zipped = Buffer.from('504b0304140000000800', 'hex');
  const unknownId = newId('entity');

  for (const [what, metadata, file, status, field] of [
    ['an HTML file named .pdf', {}, { bytes: html }, 415, null],
    ['a file of another kind', {}, { bytes: zipped }, 415, null],
    ['an empty file', {}, { bytes: '' }, 422, 'file'],
    ['a PDF that is damaged', {}, { bytes: '%PDF-1.4\nnothing' }, 422, 'file'],
    ['a file over 25 MiB', {}, { bytes: Buffer.alloc(25 * MIB + 1, 'a') }, 413, null],
    ['a file name with a slash', {}, { name: '../../etc/passwd' }, 422, 'file.filename'],
    ['a file name with a backslash', {}, { name: 'C:\\coa.pdf' }, 422, 'file.filename'],
    ['a file name of control characters', {}, { name: '\u0007' }, 422, 'file.filename'],
    ['an unknown supplier', { supplier_id: unknownId }, {}, 422, 'supplier_id'],
    ['an unknown component', { component_id: unknownId }, {}, 422, 'component_id'],
    ['an unknown certificate to supersede', { supersedes: newId('certificate') }, {}, 422, 'supersedes'],
    ['an expiry before the issue', { issue_date: '2026-02-02', expiry_date: '2026-02-01' }, {}, 422, 'expiry_date'],
    ['an unknown type', { type: 'diploma' }, {}, 422, 'type'],
    ['a blank name', { name: '  ' }, {}, 422, 'name'],
    ['a blank batch number', { batch_number: ' \t' }, {}, 422, 'batch_number'],
    ['a day that is none', { issue_date: '2026-02-30' }, {}, 422, 'issue_date'],
    ['a day before 1900', { expiry_date: '0206-05-31' }, {}, 422, 'expiry_date'],
    ['a day after 2199', { expiry_date: '9999-12-31' }, {}, 422, 'expiry_date'],
    ['an unknown member', { colour: 'red' }, {}, 422, 'colour'],
  ] as const)
    it(`refuses ${what}, and leaves nothing behind`, async () => {
      const before = await storedCounts(mesh);
      const answer = await api.upload(metadata, file);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
      const fields = answer.body.error.details?.fields?.map((one: { field: string }) => one.field) ?? null;
      expect(fields).to.deep.equal(field === null ? null : [field]);
      expect(await storedCounts(mesh)).to.deep.equal(before);
    });

  it('refuses a component as the supplier, and another organisation\u2019s supplier', async () => {
    const component = await api.entity('component');
    const foreign = await mesh.client().entity('supplier');
    for (const supplier_id of [component, foreign])
      expect((await api.upload({ supplier_id })).body.error.details.fields[0].field).to.equal('supplier_id');
  });

  it('refuses to take the place of another supplier\u2019s certificate', async () => {
    const [one, other] = [await api.entity('supplier'), await api.entity('supplier')];
    const { id: supersedes } = await api.certificate({ supplier_id: one });
    const refused = await api.upload({ supplier_id: other, supersedes });
    expect(refused.status).to.equal(422);
    expect(refused.body.error.details.fields[0].field).to.equal('supersedes');
    expect((await api.upload({ supplier_id: one, supersedes })).status).to.equal(201);
  });

  it('refuses it without the right', async () => {
    expect((await mesh.client({ scopes: ['certificates:read'] }).upload()).status).to.equal(403);
    expect((await mesh.client({ role: 'viewer' }).upload()).status).to.equal(403);
  });

  it('asks for a reason in an organisation of strict mode, for a further extraction too, and leaves nothing behind', async () => {
    const strict = mesh.client();
    const organization = {
      id: strict.orgId,
      name: 'Strict',
      strict_mode: true,
      requests_per_minute: 1_000,
      burst: 100,
    };
    await mesh.identity.setOrganization({ ...organization, tier: 'custom' });
    const before = await storedCounts(mesh);
    expect((await strict.upload()).body.error.code).to.equal('reason_required');
    expect(await storedCounts(mesh)).to.deep.equal(before);
    const reason = { 'x-change-reason': 'Renewal' };
    const uploaded = await strict.upload({}, {}, reason);
    expect(uploaded.status).to.equal(201);
    const extract = `/v1/certificates/${uploaded.body.data.id}/extract`;
    expect((await strict.post(extract)).body.error.code).to.equal('reason_required');
    expect((await strict.post(extract, undefined, { headers: reason })).status).to.equal(202);
  });
});
