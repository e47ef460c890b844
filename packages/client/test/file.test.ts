import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { filenameIn } from '../src/content-disposition.ts';
import { ChecksumError, NetworkError, type UploadSource } from '../src/index.ts';
import { json, refusal, rejection, startServer, type TestServer } from './server.ts';

const BYTES = Buffer.from('%PDF-1.7 and the rest');
const METADATA = { type: 'coa', name: 'Lactose' } as const;

const checksumOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qsc-client-'));
  const path = join(folder, 'analysis.pdf');
  let server: TestServer;
  before(async () => {
    writeFileSync(path, BYTES);
    server = await startServer();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** The form that the server got. */
  const formAt = async (index: number) => {
    const { headers, body } = server.received[index]!;
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const file = form.get('file') as File;
    return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()), metadata: form.get('metadata') };
  };

  const fetchFile = async (): Promise<Response> => {
    server.answer((response) => void response.writeHead(200).end(BYTES));
    return fetch(`${server.url}/papers/gr%C3%B6%C3%9Fe.pdf`);
  };

  it('end in a NetworkError where the connection breaks while they are downloaded', async () => {
    server.answer((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(BYTES, () => response.destroy());
    });
    const download = await server.client().certificates.download('cert_1');
    expect(await rejection(download.bytes())).to.be.instanceOf(NetworkError);
  });

  const sources: [string, () => UploadSource | Promise<UploadSource>, string][] = [
    ['a Blob', () => new Blob([BYTES]), 'file'],
    ['a File', () => new File([BYTES], 'named.pdf'), 'named.pdf'],
    ['bytes', () => new Uint8Array(BYTES), 'file'],
    ['a stream of a path', () => createReadStream(path), 'analysis.pdf'],
    ['a web stream', () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, 'file'],
    ['the answer of another server', fetchFile, 'größe.pdf'],
    ['an answer made here', () => new Response(BYTES), 'file'],
  ];
  for (const [what, open, name] of sources)
    it(`are uploaded from ${what}, and again in the same way`, async () => {
      const file = await open();
      server.answer((response, _received, count) =>
        count === 0
          ? json(response, 503, refusal('service_unavailable'), { 'retry-after': '0' })
          : json(response, 201, { data: { id: 'cert_1' } }),
      );
      await server.client().certificates.upload({ file, metadata: METADATA });
      for (const index of [0, 1]) {
        const form = await formAt(index);
        expect(form).to.deep.equal({ name, bytes: BYTES, metadata: JSON.stringify(METADATA) });
      }
    });

  it('are named as the program says', async () => {
    server.answer((response) => json(response, 201, { data: {} }));
    await server.client().certificates.upload({ file: new Blob([BYTES]), filename: 'größe.pdf', metadata: METADATA });
    expect((await formAt(0)).name).to.equal('größe.pdf');
  });

  it('are no answer that is an error', async () => {
    const file = new Response('not here', { status: 404 });
    const error = await rejection(server.client().certificates.upload({ file, metadata: METADATA }));
    expect(error).to.be.instanceOf(TypeError);
  });

  const serve = (headers: Record<string, string>, bytes = BYTES) =>
    server.answer(
      (response) => void response.writeHead(200, { 'content-type': 'application/pdf', ...headers }).end(bytes),
    );

  it('are downloaded with name, type, size and a digest that is checked', async () => {
    serve({
      etag: `"${checksumOf(BYTES)}"`,
      'content-disposition': 'attachment; filename="analysis.pdf"',
      'content-length': String(BYTES.length),
    });
    const file = await server.client().certificates.download('cert_1');
    expect(file).to.include({
      filename: 'analysis.pdf',
      contentType: 'application/pdf',
      size: BYTES.length,
      checksum: checksumOf(BYTES),
    });
    expect(Buffer.from(await file.bytes())).to.deep.equal(BYTES);
  });

  it('end in a ChecksumError where a byte is another', async () => {
    serve({ etag: `"${checksumOf(BYTES)}"` }, Buffer.from('%PDF-1.7 and another rest'));
    const file = await server.client().certificates.download('cert_1');
    expect(await rejection(file.bytes())).to.be.instanceOf(ChecksumError);
  });

  it('are taken as they are where no digest is told, or in part', async () => {
    serve({});
    expect((await server.client().certificates.download('cert_1')).checksum).to.equal(null);
    server.answer(
      (response) =>
        void response.writeHead(206, { etag: `"${checksumOf(BYTES)}"`, 'content-range': 'bytes 0-3/21' }).end('%PDF'),
    );
    const part = await server.client().certificates.download('cert_1', { headers: { range: 'bytes=0-3' } });
    expect(await part.text()).to.equal('%PDF');
  });

  it('take longer than the time limit, which ends with the first byte', async () => {
    let finish: () => void = () => {};
    // It answers at once, so that no timer can run before.
    const fetch = async ({ signal }: Request) => {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        signal.addEventListener('abort', () => controller.error(signal.reason));
        finish = () => {
          controller.enqueue(BYTES);
          controller.close();
        };
      };
      return new Response(new ReadableStream({ start }));
    };
    const file = await server.client({ fetch, timeoutMs: 20 }).certificates.download('cert_1');
    await new Promise((resolve) => setTimeout(resolve, 40));
    finish();
    expect(Buffer.from(await file.bytes())).to.deep.equal(BYTES);
  });

  for (const [header, name] of [
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    [`attachment; filename="gr__e.pdf"; filename*=UTF-8''gr%C3%B6%C3%9Fe.pdf`, 'größe.pdf'],
    ['inline', null],
  ] as const)
    it(`are named ${name} by ${header}`, () => {
      expect(filenameIn(new Headers({ 'content-disposition': header }))).to.equal(name);
    });
});
