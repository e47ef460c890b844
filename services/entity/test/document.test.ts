import { createHash } from 'node:crypto';
import { newId } from '@qsc/contracts';
import {
  type ApiAnswer,
  type ApiClient,
  type EventTap,
  startBeforeTests,
  tapEvents,
  testEnvironment,
} from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { startEntityMesh } from './mesh.ts';

const PDF = Buffer.from('%PDF-1.7\nfirst edition');
const SECOND = Buffer.from('%PDF-1.7\nsecond edition, which is longer');
const computeChecksum = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

describe('documents', () => {
  const mesh = startBeforeTests(() => startEntityMesh());
  let tap: EventTap;
  before(async () => {
    tap = await tapEvents(testEnvironment().amqpUrl);
  });
  after(() => tap.close());

  type Client = ApiClient & { orgId: string };
  type Sent = { file?: Buffer; name?: string; method?: string; headers?: Record<string, string> };

  const send = async (
    client: Client,
    path: string,
    metadata: object,
    { file = PDF, name = 'CV-114.pdf', method = 'POST', headers = {} }: Sent = {},
    options: Parameters<typeof mesh.identity.token>[0] = { orgId: client.orgId },
  ): Promise<ApiAnswer> => {
    const form = new FormData();
    form.append('metadata', JSON.stringify(metadata));
    form.append('file', new Blob([new Uint8Array(file)]), name);
    const authorization = `Bearer ${mesh.identity.token(options)}`;
    const answer = await fetch(`${mesh.url}${path}`, { method, headers: { authorization, ...headers }, body: form });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };

  const create = (client: Client, metadata: object = {}, sent: Sent = {}) =>
    send(client, '/v1/documents', { name: 'Report', ...metadata }, sent);

  const replace = (client: Client, id: string, sent: Sent = {}, metadata: object = {}) =>
    send(client, `/v1/documents/${id}/content`, metadata, { method: 'PUT', file: SECOND, ...sent });

  const download = (client: Client, path: string, init: RequestInit = {}) =>
    fetch(`${mesh.url}/v1/documents/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${mesh.identity.token({ orgId: client.orgId })}`, ...init.headers },
    });

  it('are entities with a file, whose checksum stands in the audit entry', async () => {
    const client = mesh.client();
    const { status, headers, body } = await create(client, { attributes: { number: 'CV-114' } });
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(headers.get('location')).to.equal(`/v1/entities/${body.data.id}`);
    expect(headers.get('etag')).to.equal('"1"');
    const { file_id, ...file } = body.data.file;
    expect(file).to.deep.equal({
      filename: 'CV-114.pdf',
      mime_type: 'application/pdf',
      size_bytes: PDF.length,
      checksum: computeChecksum(PDF),
    });
    const entity = (await client.get(`/v1/entities/${body.data.id}`)).body.data;
    expect(entity).to.include({ type: 'document', name: 'Report', version: 1 });
    expect(entity.file).to.deep.equal({ file_id, ...file });
    const created = await tap.next('the creation', ({ subject }) => subject === body.data.id);
    expect(created.data.audit).to.include({ action: 'create', entity_type: 'document' });
    expect(created.data.audit.changes['file.checksum']).to.deep.equal({ from: null, to: computeChecksum(PDF) });
  });

  it('give their file whole, in parts and by its tag, shown in place where a browser can', async () => {
    const client = mesh.client();
    const { id } = (await create(client)).body.data;
    const whole = await download(client, `${id}/content`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(PDF)).to.equal(true);
    expect(Object.fromEntries(whole.headers)).to.include({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename=CV-114.pdf',
      'x-content-type-options': 'nosniff',
      etag: `"${computeChecksum(PDF)}"`,
      'content-length': String(PDF.length),
    });
    const part = await download(client, `${id}/content`, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).to.deep.equal([206, 'PDF']);
    const known = await download(client, `${id}/content`, {
      headers: { 'if-none-match': `"${computeChecksum(PDF)}"` },
    });
    expect(known.status).to.equal(304);
    const head = await download(client, `${id}/content`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, String(PDF.length)]);
    const text = (await create(client, {}, { file: Buffer.from('Swabs were taken.\n'), name: 'note.txt' })).body.data;
    const saved = await download(client, `${text.id}/content`);
    expect(saved.headers.get('content-disposition')).to.equal('attachment; filename=note.txt');
  });

  it('keep earlier files when a new one is put in place', async () => {
    const client = mesh.client();
    const { id } = (await create(client)).body.data;
    await client.patch(`/v1/entities/${id}`, { attributes: { edition: 1 } });
    const replaced = await replace(
      client,
      id,
      { name: 'CV-114-2.pdf' },
      { name: 'Second', attributes: { edition: 2 } },
    );
    expect(replaced.status, JSON.stringify(replaced.body)).to.equal(200);
    expect(replaced.body.data).to.deep.include({ name: 'Second', version: 3, attributes: { edition: 2 } });
    expect(replaced.headers.get('etag')).to.equal('"3"');
    const downloadText = async (version: string) => {
      const answer = await download(client, `${id}/content${version}`);
      return answer.status === 200 ? await answer.text() : answer.status;
    };
    expect(await downloadText('')).to.equal(SECOND.toString());
    expect(await downloadText('?version=1')).to.equal(PDF.toString());
    expect(await downloadText('?version=2'), 'of a version that changed no file').to.equal(PDF.toString());
    expect(await downloadText('?version=3')).to.equal(SECOND.toString());
    expect(await downloadText('?version=4')).to.equal(404);
    expect(await downloadText('?version=0')).to.equal(422);
    const history = (await client.get(`/v1/entities/${id}/history`)).body.data;
    expect(history[0].changes['file.checksum']).to.deep.equal({
      from: computeChecksum(PDF),
      to: computeChecksum(SECOND),
    });
  });

  it('are replaced against the version that was read; the same file again changes nothing', async () => {
    const client = mesh.client();
    const { id } = (await create(client)).body.data;
    const late = await replace(client, id, { headers: { 'if-match': '"2"' } });
    expect(late.status).to.equal(412);
    const same = await replace(client, id, { file: PDF, headers: { 'if-match': '"1"' } });
    expect([same.status, same.body.data.version]).to.deep.equal([200, 1]);
    expect((await replace(client, id, { headers: { 'if-match': '"1"' } })).body.data.version).to.equal(2);
  });

  it('that were made without a file can be given one; other entities have none', async () => {
    const client = mesh.client();
    const post = async (type: string) => (await client.post('/v1/entities', { type, name: 'A record' })).body.data.id;
    const bare = await post('document');
    expect((await download(client, `${bare}/content`)).status).to.equal(404);
    expect((await replace(client, bare)).body.data.file.checksum).to.equal(computeChecksum(SECOND));
    const product = await post('product');
    expect((await replace(client, product)).status).to.equal(422);
    expect((await download(client, `${product}/content`)).status).to.equal(404);
  });

  it('belong to records of every kind that are there, and are found by them', async () => {
    const client = mesh.client();
    const supplier = (await client.post('/v1/entities', { type: 'supplier', name: 'S', attributes: {} })).body.data.id;
    const [certificate, event] = [newId('certificate'), newId('qualityEvent')];
    mesh.referring.certificates.add(certificate);
    mesh.referring.qualityEvents.set(event, 'open');
    const related_to = [
      { type: 'supplier', id: supplier },
      { type: 'certificate', id: certificate },
      { type: 'quality_event', id: event },
    ];
    const made = (await create(client, { related_to })).body.data;
    expect(made.related_to).to.deep.equal(related_to);
    await create(client, { name: 'Another' });
    for (const { id } of related_to) {
      const { data, meta } = (await client.get(`/v1/documents?related_to=${id}`)).body;
      expect([data.map((one: { id: string }) => one.id), meta.total]).to.deep.equal([[made.id], 1]);
    }
    expect(
      (await client.get('/v1/documents?sort=name')).body.data.map(({ name }: { name: string }) => name),
    ).to.deep.equal(['Another', 'Report']);
    expect((await client.get('/v1/documents?related=x')).status).to.equal(422);
    expect((await mesh.client().get(`/v1/documents?related_to=${supplier}`)).body.meta.total).to.equal(0);
  });

  const RELATED: [what: string, record: { type: string; id: string }][] = [
    ['an unknown entity', { type: 'supplier', id: newId('entity') }],
    ['an unknown certificate', { type: 'certificate', id: newId('certificate') }],
    ['an unknown quality event', { type: 'quality_event', id: newId('qualityEvent') }],
  ];

  for (const [what, record] of RELATED)
    it(`belong to no record that is not there: ${what}`, async () => {
      const { status, body } = await create(mesh.client(), { related_to: [record] });
      expect(status).to.equal(422);
      expect(body.error.details.fields[0].field).to.equal('related_to.0.id');
    });

  it('belong to no entity of another type, and to none twice', async () => {
    const client = mesh.client();
    const { id } = (await client.post('/v1/entities', { type: 'product', name: 'P' })).body.data;
    expect((await create(client, { related_to: [{ type: 'supplier', id }] })).status).to.equal(422);
    const twice = [1, 2].map(() => ({ type: 'product', id }));
    expect((await create(client, { related_to: twice })).status).to.equal(422);
  });

  it('are not taken by a quality event whose content is final', async () => {
    const id = newId('qualityEvent');
    mesh.referring.qualityEvents.set(id, 'closed');
    const { status, body } = await create(mesh.client(), { related_to: [{ type: 'quality_event', id }] });
    expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
  });

  it('are refused for what is no document, and leave nothing behind', async () => {
    const client = mesh.client();
    const program = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]);
    expect((await create(client, {}, { file: program, name: 'report.pdf' })).status).to.equal(415);
    expect((await create(client, {}, { file: Buffer.alloc(0) })).status).to.equal(422);
    expect((await create(client, {}, { name: 'a/b.pdf' })).status).to.equal(422);
    expect((await create(client, { name: ' ' })).status).to.equal(422);
    const large = Buffer.concat([PDF, Buffer.alloc(25 * 1024 * 1024)]);
    expect((await create(client, {}, { file: large })).status).to.equal(413);
    const connection = await mongoose.createConnection(mesh.mongodbUri).asPromise();
    try {
      const database = connection.useDb(`${mesh.prefix}entity`);
      const left = await database
        .collection('file.files')
        .countDocuments({ _id: new RegExp(`^${client.orgId}/`) as never });
      expect(left).to.equal(0);
    } finally {
      await connection.close();
    }
  });

  it('are created once for an idempotency key', async () => {
    const client = mesh.client();
    const headers = { 'idempotency-key': 'document-1' };
    const options = { orgId: client.orgId, userId: newId('user') };
    const ask = () => send(client, '/v1/documents', { name: 'Report' }, { headers }, options);
    const [first, again] = [await ask(), await ask()];
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(again.body.data.id).to.equal(first.body.data.id);
  });

  it('ask for the scopes of entities', async () => {
    const client = mesh.client();
    const { id } = (await create(client)).body.data;
    const reader = mesh.client({ orgId: client.orgId, scopes: ['entities:read'] });
    const options = { orgId: client.orgId, scopes: ['entities:read'] as const };
    expect((await reader.get('/v1/documents')).status).to.equal(200);
    for (const [method, path] of [
      ['POST', '/v1/documents'],
      ['PUT', `/v1/documents/${id}/content`],
    ] as const)
      expect((await send(client, path, { name: 'x' }, { method }, options)).status).to.equal(403);
    const stranger = mesh.client({ orgId: client.orgId, scopes: ['suppliers:read'] });
    expect((await stranger.get('/v1/documents')).status).to.equal(403);
    expect((await stranger.get(`/v1/documents/${id}/content`)).status).to.equal(403);
    expect((await download(mesh.client(), `${id}/content`)).status, 'of another organisation').to.equal(404);
    expect((await replace(mesh.client(), id)).status, 'of another organisation').to.equal(404);
  });

  it('record once in the audit trail that their file is damaged, however often it is read', async () => {
    const client = mesh.client();
    const { id, file } = (await create(client)).body.data;
    const connection = await mongoose.createConnection(mesh.mongodbUri).asPromise();
    try {
      const chunks = connection.useDb(`${mesh.prefix}entity`).collection('file.chunks');
      const chunk = { files_id: `${client.orgId}/${file.file_id}` };
      await chunks.updateOne(chunk, { $set: { data: Buffer.alloc(PDF.length) } });
    } finally {
      await connection.close();
    }
    const readBroken = () =>
      download(client, `${id}/content`).then(
        async (answer) => ((await answer.arrayBuffer()).byteLength === PDF.length ? answer.status : 'broken off'),
        () => 'broken off',
      );
    expect(await readBroken()).not.to.equal(200);
    expect(await readBroken()).not.to.equal(200);
    const isDamage = ({ subject, type }: { subject: string; type: string }) =>
      subject === id && type === 'entity.file.damaged.v1';
    const { data } = await tap.next('the damage', isDamage);
    expect(data.record).to.deep.equal({ document_id: id, file_id: file.file_id, checksum: file.checksum });
    expect(data.audit).to.deep.include({ action: 'read', entity_type: 'document', entity_id: id, entity_version: 1 });
    await replace(client, id);
    await tap.next('a later event', ({ subject, data: { audit } }) => subject === id && audit.entity_version === 2);
    expect(new Set(tap.events.filter(isDamage).map((event) => event.id))).to.have.length(1);
  });

  it('are removed for good with their files, unless they belong to a record or are pointed to', async () => {
    const client = mesh.client();
    const event = newId('qualityEvent');
    mesh.referring.qualityEvents.set(event, 'open');
    const kept = (await create(client, { related_to: [{ type: 'quality_event', id: event }] })).body.data.id;
    const refused = await client.delete(`/v1/entities/${kept}?hard=true`);
    expect([refused.status, refused.body.error.code]).to.deep.equal([409, 'retention_hold']);
    expect(refused.body.error.details.references).to.deep.equal([{ type: 'quality_event', id: event, name: event }]);
    const { id } = (await create(client)).body.data;
    await replace(client, id);
    const relationships = [{ type: 'described_by', target_id: id }];
    const product = (await client.post('/v1/entities', { type: 'product', name: 'P', relationships })).body.data.id;
    expect((await client.delete(`/v1/entities/${id}?hard=true`)).status).to.equal(409);
    await client.delete(`/v1/entities/${product}?hard=true`);
    expect((await client.delete(`/v1/entities/${id}?hard=true`)).status).to.equal(204);
    const connection = await mongoose.createConnection(mesh.mongodbUri).asPromise();
    try {
      const database = connection.useDb(`${mesh.prefix}entity`);
      expect(await database.collection('document_version').countDocuments({ document_id: id })).to.equal(0);
      const marks = await database.collection('file_mark').find({ org_id: client.orgId, version: 2 }).toArray();
      expect(marks, 'both files wait to be swept').to.have.length(2);
    } finally {
      await connection.close();
    }
  });
});
