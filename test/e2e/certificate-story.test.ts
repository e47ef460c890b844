import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { dayFrom } from '../../scripts/demo-records/day.ts';
import { makePaper } from '../../scripts/demo-records/paper.ts';
import { readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';
import { uploadCertificate } from './upload.ts';

const COMPANY = { name: 'Story Chemicals Ltd', lines: ['1 Story Lane', 'London'], phone: '1', mail: 'q@story.example' };
const BATCH = 'ST-2201';
const NOTES = 'Other rows are accepted by deviation 17';

type TrailEntry = {
  action: string;
  user: { role: string | null };
  changes: Record<string, { from: unknown; to: unknown }>;
  metadata: { details: Record<string, unknown> };
};
type Row = { parameter: string; status: string | null };

const getFailing = ({ test_results }: { test_results: Row[] }): Row[] =>
  test_results.filter(({ status }) => status === 'fail');

describe('the story of a certificate', () => {
  const demo = readDemo();
  const now = new Date();
  const day = (days: number) => dayFrom(now, days);
  let own: OwnOrganization;
  let place: { supplier_id: string; component_id: string };
  let id: string;

  before(async () => {
    own = await newOrganization(demo, 'Certificate story');
    const supplier = await own.admin.post('/v1/suppliers', { name: COMPANY.name, supplier_code: 'STORY-2' });
    const supplier_id = supplier.body.data.id;
    const relationships = [{ type: 'supplied_by', target_id: supplier_id }];
    const component = await own.admin.post('/v1/entities', { type: 'component', name: 'Paracetamol', relationships });
    place = { supplier_id, component_id: component.body.data.id };
  });

  const upload = async (name: string, { issued, expires }: { issued: number; expires: number }) => {
    const dates = { issueDate: day(issued), expiryDate: day(expires) };
    const said = { type: 'coa' as const, name: 'story', material: 'Paracetamol', batchNumber: BATCH, failing: true };
    const answer = await uploadCertificate(demo, {
      key: own.adminKey,
      file: await makePaper({ ...said, ...dates, company: COMPANY }),
      filename: `${name}.pdf`,
      metadata: {
        type: 'coa',
        name,
        batch_number: BATCH,
        ...place,
        issue_date: dates.issueDate,
        expiry_date: dates.expiryDate,
      },
    });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body.data;
  };

  const read = async (what = id) => (await own.quality.get(`/v1/certificates/${what}`)).body.data;

  const readOut = (what: string) =>
    eventually('the document is read', async () => {
      const { body } = await own.quality.get(`/v1/certificates/${what}/extraction`);
      return body.data.extraction_status === 'complete' && body.data;
    });

  it('begins with the upload of a document, which is read by itself', async () => {
    const certificate = await upload('Paracetamol ST-2201', { issued: -30, expires: 60 });
    expect(certificate).to.include({ status: 'pending', type: 'coa', batch_number: BATCH });
    expect(certificate.document.checksum).to.match(/^sha256:[0-9a-f]{64}$/);
    id = certificate.id;
    const { extracted_data } = await readOut(id);
    expect(extracted_data).to.include({ batch_number: BATCH, manufacturer: COMPANY.name });
    expect(getFailing(extracted_data)[0]?.parameter).to.match(/^Assay/);
  });

  it('reads it again when it is asked to', async () => {
    const answer = await own.quality.post(`/v1/certificates/${id}/extract`);
    expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 202]);
    await readOut(id);
  });

  it('takes corrections beside what was read, and lands in expiring_soon by its date', async () => {
    const [first] = getFailing((await readOut(id)).extracted_data);
    const verdict = {
      status: 'valid',
      overrides: { test_results: [{ parameter: first?.parameter, result: '99.5 %', reason: 'Misprint' }] },
    };
    const bare = await own.quality.post(`/v1/certificates/${id}/validate`, verdict);
    expect([bare.status, bare.body.error.code]).to.deep.equal([422, 'missing_required_fields']);
    const refused = await own.admin.post(`/v1/certificates/${id}/validate`, { ...verdict, notes: 'x' });
    expect(refused.status).to.equal(403);
    const answer = await own.quality.post(`/v1/certificates/${id}/validate`, { ...verdict, notes: NOTES });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body.data).to.include({ status: 'expiring_soon' });
    expect(answer.body.data.validation.validation_notes).to.equal(NOTES);
    expect((await own.quality.get('/v1/certificates?status=expiring_soon')).body.meta.total).to.equal(1);
  });

  it('counts as expiring with its supplier', async () => {
    await eventually('the metrics of the supplier', async () => {
      const { body } = await own.quality.get(`/v1/suppliers/${place.supplier_id}?include=metrics`);
      return body.data.metrics?.expiring_certificates === 1;
    });
    const { body } = await own.quality.get('/v1/suppliers?has_expiring_certificates=true');
    expect(body.data.map((supplier: { id: string }) => supplier.id)).to.deep.equal([place.supplier_id]);
  });

  it('is told to expire by the system, without anybody asking', async () => {
    const reported = await eventually('the sweep has been there', async () => {
      const { body } = await own.quality.get(`/v1/certificates/${id}/history`);
      return body.data.filter(({ action }: { action: string }) => action === 'expiring_soon').length === 1 && body.data;
    });
    expect(reported[0]).to.include({ action: 'expiring_soon', user: 'system' });
  });

  it('ends when a newer one of the same batch is validated', async () => {
    const newer = await upload('Paracetamol ST-2201, corrected', { issued: -2, expires: 700 });
    await readOut(newer.id);
    const verdict = { status: 'valid', notes: 'Corrected by the laboratory' };
    const answer = await own.quality.post(`/v1/certificates/${newer.id}/validate`, verdict);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body.data.status).to.equal('valid');
    expect(await read()).to.include({ status: 'superseded' });
    const again = await own.quality.post(`/v1/certificates/${id}/validate`, { status: 'valid', notes: 'x' });
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'invalid_transition']);
  });

  it('has its whole story in its audit trail, one entry for each act', async () => {
    const entries: TrailEntry[] = await eventually('every entry', async () => {
      const { body } = await own.quality.get(`/v1/audit-logs?entity_id=${id}&per_page=100`);
      return (
        body.data.some(({ changes }: TrailEntry) => changes?.status?.to === 'superseded') && body.data.toReversed()
      );
    });
    const acts = entries.map(({ action, user, changes }) => [action, user.role, changes.status?.to ?? null]);
    expect(acts).to.deep.equal([
      ['create', 'system_admin', 'pending'],
      ['update', null, null],
      ['update', null, null],
      ['transition', 'quality_manager', 'valid'],
      ['transition', null, 'expiring_soon'],
      ['transition', 'quality_manager', 'superseded'],
    ]);
    const [created, read1, read2, validated, expiring, superseded] = entries.map(({ metadata }) => metadata.details);
    expect(created)
      .to.include({ filename: 'Paracetamol ST-2201.pdf' })
      .and.have.keys('filename', 'size_bytes', 'checksum');
    expect([read1?.run, read2?.run]).to.deep.equal([1, 2]);
    expect(read2).to.include({ extraction_status: 'complete' }).and.have.property('confidence_score');
    expect(validated).to.include({ status: 'valid', notes: NOTES });
    expect(validated?.failing_rows).to.be.an('array').and.not.be.empty;
    const corrected = Object.entries(entries[3]?.changes ?? {}).filter(([path]) => path.startsWith('extracted_data.'));
    expect(corrected.map(([, { to }]) => to)).to.include('99.5 %');
    expect(expiring).to.deep.equal({ expiry_date: day(60) });
    expect(superseded).to.have.keys('superseded_by');
    const trail = (await own.quality.get(`/v1/audit-logs/entity/${id}`)).body.data;
    expect(trail).to.include({ entity_id: id, entity_type: 'certificate', entity_name: 'Paracetamol ST-2201' });
    expect((await own.quality.get('/v1/audit-logs/verify')).body.data.valid).to.equal(true);
  });
});
