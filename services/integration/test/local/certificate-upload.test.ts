import { randomUUID } from 'node:crypto';
import { AppError, type GrpcClient, makeServiceClient, serviceDefinition, toCommand } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type CertificateMesh, SMALL_PDF, startCertificateMesh, storedCounts } from '../../../certificate/test/mesh.ts';
import { makeUploadCertificate, type NewCertificate } from '../../src/local/certificate.client.ts';
import { makeCall } from './sync-call.ts';

const MIB = 1024 * 1024;
const METADATA = JSON.stringify({ type: 'gmp', name: 'Broken off' });
const DEFINITION = serviceDefinition('certificate');

describe('certificates that another service uploads', () => {
  let mesh: CertificateMesh;
  let client: GrpcClient;
  before(async () => {
    mesh = await startCertificateMesh();
    const secret = { name: 'integration', secret: mesh.identity.meshSecret };
    client = makeServiceClient('certificate', `127.0.0.1:${mesh.service.grpcPort}`, secret);
  });
  after(async () => {
    client.close();
    await mesh.stop();
  });

  const upload = (orgId: string, of: Partial<NewCertificate> = {}) => {
    const metadata = { type: 'gmp', name: 'GMP of Basel' };
    const whole = { commandId: randomUUID(), metadata, filename: 'gmp.pdf', bytes: SMALL_PDF, ...of };
    return makeUploadCertificate(client)(makeCall(orgId), whole);
  };

  const toCode = (uploaded: Promise<string>) =>
    uploaded.then(
      () => 'taken',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  it('are there as over HTTP, with the synchronisation in the audit entry', async () => {
    const api = mesh.client();
    const supplier_id = await api.entity('supplier');
    const former = await api.certificate();
    const metadata = { type: 'iso', name: 'ISO 9001', supplier_id, expiry_date: '2027-01-01', supersedes: former.id };
    const id = await upload(api.orgId, { metadata });
    const { data } = (await api.get(`/v1/certificates/${id}`)).body;
    expect(data).to.deep.include({ ...metadata, status: 'pending', created_by: 'system' });
    expect(data.document).to.include({
      filename: 'gmp.pdf',
      mime_type: 'application/pdf',
      size_bytes: SMALL_PDF.length,
    });
    const event = await mesh.events.next('the entry', ({ subject }) => subject === id);
    expect(event.data.audit.metadata.details).to.have.nested.property('synchronization.connection_id', 'conn_1');
  });

  it('of several parts come in whole', async () => {
    const api = mesh.client();
    const bytes = Buffer.concat([SMALL_PDF, Buffer.from(`%${'x'.repeat(3 * MIB)}\n%%EOF\n`)]);
    const id = await upload(api.orgId, { bytes });
    const { document } = (await api.get(`/v1/certificates/${id}`)).body.data;
    expect(document.size_bytes).to.equal(bytes.length);
  });

  it('are refused by the checks and limits of the upload over HTTP, and leave nothing', async () => {
    const api = mesh.client();
    const before = await storedCounts(mesh);
    const refused = [
      await toCode(upload(api.orgId, { bytes: Buffer.concat([SMALL_PDF, Buffer.alloc(26 * MIB)]) })),
      await toCode(upload(api.orgId, { bytes: Buffer.from('PK\u0003\u0004 a zip') })),
      await toCode(upload(api.orgId, { bytes: Buffer.alloc(0) })),
      await toCode(upload(api.orgId, { filename: '../etc/passwd' })),
      await toCode(upload(api.orgId, { metadata: { type: 'poem', name: 'P' } })),
      await toCode(upload(api.orgId, { metadata: { type: 'gmp', name: 'P', supplier_id: 'ent_unknown' } })),
      await toCode(upload(api.orgId, { metadata: { type: 'gmp', name: 'P', supersedes: 'cert_unknown' } })),
    ];
    expect(refused).to.deep.equal([
      ...['payload_too_large', 'unsupported_media_type', 'validation_failed', 'validation_failed', 'validation_failed'],
      ...['validation_failed', 'validation_failed'],
    ]);
    expect(await storedCounts(mesh)).to.deep.equal(before);
  });

  it('that break off on the way are not there', async () => {
    const api = mesh.client();
    const before = await storedCounts(mesh);
    const { UploadCertificate: method } = DEFINITION;
    if (!method) throw new Error('There is no such method.');
    const { path, requestSerialize, responseDeserialize } = method;
    const broken = new Promise((resolve) => {
      const call = client.raw.makeClientStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        client.metadata(),
        resolve,
      );
      call.on('error', () => {});
      call.write({ upload: { command: toCommand(makeCall(api.orgId)), metadata_json: METADATA, filename: 'gmp.pdf' } });
      call.write({ content: SMALL_PDF }, () => call.cancel());
    });
    expect(await broken).to.be.instanceOf(Error);
    await upload(api.orgId);
    await eventually(
      'the rest is gone',
      async () => (await storedCounts(mesh))['file.files'] === (before['file.files'] ?? 0) + 1,
    );
    expect((await api.get('/v1/certificates')).body.meta.total).to.equal(1);
  });

  it('of which the end is missing are not there, though the call ended like a whole one', async () => {
    const api = mesh.client();
    const before = await storedCounts(mesh);
    const about = { command: toCommand(makeCall(api.orgId)), metadata_json: METADATA, filename: 'gmp.pdf' };
    const parts = [{ upload: { ...about, size: SMALL_PDF.length + 1 } }, { content: SMALL_PDF }];
    expect(await toCode(client.send('UploadCertificate', parts, 60_000))).to.equal('invalid_request');
    expect(await storedCounts(mesh)).to.deep.equal(before);
  });

  it('are one for each command, however often and however much at once it comes', async () => {
    const api = mesh.client();
    const commandId = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(() => upload(api.orgId, { commandId })));
    expect(new Set([...ids, await upload(api.orgId, { commandId })])).to.have.length(1);
    expect((await api.get('/v1/certificates')).body.meta.total).to.equal(1);
  });
});
