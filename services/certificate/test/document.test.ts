import { randomBytes } from 'node:crypto';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type CertificateClient, type CertificateMesh, SMALL_PDF, startCertificateMesh } from './mesh.ts';

describe('the document of a certificate', () => {
  let mesh: CertificateMesh;
  let api: CertificateClient;
  before(async () => {
    mesh = await startCertificateMesh();
    api = mesh.client();
  });
  after(() => mesh.stop());

  const get = (id: string, headers: Record<string, string> = {}, { token } = api) =>
    fetch(`${mesh.url}/v1/certificates/${id}/document`, { headers: { authorization: `Bearer ${token}`, ...headers } });

  it('is what was uploaded, under its name and its checksum', async () => {
    const { body } = await api.upload({}, { name: 'Prüfung.pdf' });
    const { id, document } = body.data;
    const answer = await get(id);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).to.include("filename*=UTF-8''Pr%C3%BCfung.pdf");
    expect(answer.headers.get('etag')).to.equal(`"${document.checksum}"`);
    expect(Buffer.from(await answer.arrayBuffer())).to.deep.equal(SMALL_PDF);
    const part = await get(id, { range: 'bytes=0-4' });
    expect([part.status, await part.text()]).to.deep.equal([206, '%PDF-']);
    expect((await get(id, { 'if-none-match': `"${document.checksum}"` })).status).to.equal(304);
  });

  it('is recorded when it is read, as the certificate is, where the organisation records that', async () => {
    const recording = mesh.client();
    const organization = { name: 'Recording', tier: 'custom', requests_per_minute: 1_000, burst: 100 };
    await mesh.identity.setOrganization({ id: recording.orgId, ...organization, recorded_reads: ['certificate'] });
    const { id } = await recording.certificate();
    await recording.get(`/v1/certificates/${id}`);
    await recording.get(`/v1/certificates/${id}/history`);
    await recording.get(`/v1/certificates/${id}/extraction`);
    await (await get(id, {}, recording)).arrayBuffer();
    const reads = () => mesh.events.events.filter((one) => one.subject === id && one.data.audit.action === 'read');
    await eventually('four entries', () => reads().length === 4);
  });

  it('is not there for another organisation', async () => {
    const { id } = await api.certificate();
    const other = mesh.client();
    expect((await get(id, {}, other)).status).to.equal(404);
    expect((await other.get(`/v1/certificates/${id}`)).status).to.equal(404);
    expect((await other.get(`/v1/certificates/${id}/history`)).status).to.equal(404);
  });

  const rows = Array.from({ length: 12_000 }, (_, index) => `Assay ${index},99.${index % 10}`).join('\r\n');

  for (const [size, bytes] of [
    ['one piece', 'Assay,99.1\r\nWater,0.2\r\npH,7\r\n'],
    ['several pieces', rows],
  ] as const)
    it(`of ${size} that was damaged ends before its end, and is an event with its audit facts`, async () => {
      const { body } = await api.upload(
        {},
        { name: 'a.csv', bytes: size === 'one piece' ? bytes : rows.slice(0, 150_000) },
      );
      expect(body.data, JSON.stringify(body)).to.be.an('object');
      const { id, document } = body.data;
      const chunks = mesh.database.collection<{ files_id: string; n: number; data: Buffer }>('file.chunks');
      const chunk = await chunks.findOne({ files_id: `${api.orgId}/${document.file_id}` });
      await chunks.updateOne({ _id: chunk?._id as never }, { $set: { data: randomBytes(document.size_bytes) } });
      const outcome = await get(id).then(
        async (answer) => ((await answer.arrayBuffer()).byteLength === document.size_bytes ? answer.status : 'cut'),
        () => 'cut',
      );
      expect(outcome).not.to.equal(200);
      const event = await mesh.events.next('damaged', (one) => one.subject === id && one.type.includes('damaged'));
      expect(event.data.record).to.deep.equal({
        certificate_id: id,
        file_id: document.file_id,
        checksum: document.checksum,
      });
      expect(event.data.audit).to.deep.include({ action: 'read', entity_type: 'certificate', entity_id: id });
    });
});
