import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { LIMIT, startFileService } from './file-service.ts';

const BOUNDARY = 'frontier';

type Part = { name?: string; filename?: string; type?: string; body: string };

const buildPart = ({ name, filename, type, body }: Part): string => {
  const disposition = [
    'form-data',
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(filename === undefined ? [] : [`filename="${filename}"`]),
  ].join('; ');
  const head = [`Content-Disposition: ${disposition}`, ...(type ? [`Content-Type: ${type}`] : [])].join('\r\n');
  return `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`;
};

const buildForm = (...parts: Part[]): string => `${parts.map(buildPart).join('')}--${BOUNDARY}--\r\n`;

const file = (body = 'abc', filename = 'a.txt'): Part => ({ name: 'file', filename, type: 'text/plain', body });
const metadata = (body = '{"label":"First"}'): Part => ({ name: 'metadata', body });

describe('an upload', () => {
  const service = startBeforeTests(() => startFileService());
  beforeEach(() => {
    service.files.clear();
    service.filenames.length = 0;
    Object.assign(service.state, { discarded: 0, stored: null });
  });

  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const authorization = () => `Bearer ${service.token}`;

  const post = async (body: string | Buffer, more: Record<string, string> = {}) => {
    const answer = await fetch(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { authorization: authorization(), ...headers, ...more },
      body: body as string,
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
  };

  const open = (more: Record<string, string | number> = {}) => {
    const outgoing = request(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { authorization: authorization(), ...headers, ...more },
    });
    outgoing.on('error', () => {});
    return outgoing;
  };

  const readAnswer = async (answer: IncomingMessage) => ({
    status: answer.statusCode,
    body: JSON.parse((await answer.setEncoding('utf8').toArray()).join('')),
  });

  const expectRefusal = (answer: { status?: number | undefined; body: unknown }, status: number, field?: string) => {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
    const { error } = answer.body as { error: { request_id: string; details?: { fields: { field: string }[] } } };
    expect(error.request_id).to.match(/^req_/);
    if (field !== undefined) expect(error.details?.fields.map((one) => one.field)).to.deep.equal([field]);
    expect(service.files.size, 'files left behind').to.equal(0);
  };

  for (const [order, form] of [
    ['before', buildForm(metadata(), file())],
    ['after', buildForm(file(), metadata())],
    ['as a file of its own', buildForm(file(), { ...metadata(), filename: 'blob', type: 'application/json' })],
  ] as const)
    it(`takes the metadata ${order}`, async () => {
      const answer = await post(form);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      expect(answer.body.data).to.deep.include({ label: 'First', size: 3 });
      expect(answer.headers.get('location')).to.equal(`/v1/files/${answer.body.data.id}`);
      expect([...service.files.values()].map(String)).to.deep.equal(['abc']);
      expect(service.state.discarded).to.equal(0);
    });

  it('takes a file of exactly the limit, and gives its name as it was sent', async () => {
    const answer = await post(buildForm(file('a'.repeat(LIMIT), 'Prüfung.txt'), metadata()));
    expect(answer.body.data.size).to.equal(LIMIT);
    expect(service.filenames).to.deep.equal(['Prüfung.txt']);
  });

  it('gives the name of a file in Windows-1252 and by RFC 2047 and 8187', async () => {
    const named = (parameters: string) =>
      Buffer.concat([
        Buffer.from(
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\nabc\r\n`,
          'latin1',
        ),
        Buffer.from(buildForm(metadata())),
      ]);
    for (const parameters of [
      'filename="Pr\xfcf.pdf"',
      'filename="=?utf-8?B?UHLDvGYucGRm?="',
      "filename*=UTF-8''Pr%C3%BCf.pdf",
    ])
      expect((await post(named(parameters))).status).to.equal(201);
    expect(service.filenames).to.deep.equal(['Prüf.pdf', 'Prüf.pdf', 'Prüf.pdf']);
  });

  it('refuses a file over the limit with 413 while it is still coming', async () => {
    const outgoing = open({ 'transfer-encoding': 'chunked' });
    outgoing.write(buildPart(metadata()) + buildPart(file('a'.repeat(LIMIT + 1))));
    const [answer] = await once(outgoing, 'response');
    expectRefusal(await readAnswer(answer as IncomingMessage), 413);
    outgoing.end();
  });

  it('takes metadata that begin with a byte order mark, as bodies of JSON do', async () => {
    const answer = await post(buildForm(file(), metadata('\ufeff{"label":"Marked"}')));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
  });

  it('refuses metadata that is no UTF-8, which a decoder would change in silence', async () => {
    const body = buildForm(file(), metadata('{"label":"Prüfung"}'));
    expectRefusal(await post(Buffer.from(body, 'latin1')), 400);
    expect((await post(buildForm(file(), metadata('{"label":"\\ufffd"}')))).status).to.equal(201);
  });

  it('lets a client that sends on to the end see the refusal, and keeps the connection', async () => {
    const body = buildForm(file('a'.repeat(8 * LIMIT)), metadata());
    expectRefusal(await post(body), 413);
    expect((await post(buildForm(file(), metadata()))).status).to.equal(201);
  });

  it('hands on what the store refuses, while the file is still coming', async () => {
    const outgoing = open({ 'content-length': 10_000 });
    outgoing.write(buildPart(metadata()) + buildPart(file('<html>')).slice(0, -2));
    const [answer] = await once(outgoing, 'response');
    expectRefusal(await readAnswer(answer as IncomingMessage), 415);
    outgoing.destroy();
  });

  for (const [what, form, status, field] of [
    ['a form without a file', buildForm(metadata()), 422, 'file'],
    ['a form without metadata', buildForm(file()), 422, 'metadata'],
    ['a form of two files', buildForm(file(), file(), metadata()), 422, 'form'],
    ['a form of two metadata', buildForm(metadata(), file(), metadata()), 422, 'form'],
    ['a part of another name', buildForm(file(), metadata(), { name: 'extra', body: 'x' }), 422, 'extra'],
    ['a file of another name', buildForm(metadata(), { ...file(), name: 'scan' }), 422, 'scan'],
    [
      'fifty parts',
      buildForm(...Array.from({ length: 50 }, (_, i) => ({ name: `f${i}`, body: 'x' })), file()),
      422,
      'f0',
    ],
    ['metadata that is no JSON', buildForm(file(), metadata('{label')), 400, undefined],
    ['metadata that cannot be stored', buildForm(file(), metadata('{"label":"\\ud800"}')), 422, 'label'],
    ['metadata that its schema refuses', buildForm(file(), metadata('{"label":""}')), 422, 'label'],
    ['metadata of more than 64 KiB', buildForm(file(), metadata(`"${'x'.repeat(70_000)}"`)), 422, 'metadata'],
    ['what the handler refuses', buildForm(file(), metadata('{"label":"taken"}')), 409, undefined],
    ['a body that ends in the middle of the file', buildForm(metadata(), file()).slice(0, -20), 400, undefined],
    ['a body that ends in the head of a part', buildForm(metadata(), file()).slice(0, 130), 400, undefined],
    ['what the store refuses before it reads', buildForm(metadata(), file('abc', '../a.txt')), 409, undefined],
    ['an empty body', '', 400, undefined],
    ['a body of something else', 'hello', 400, undefined],
  ] as const)
    it(`refuses ${what}`, async () => {
      expectRefusal(await post(form), status, field);
    });

  it('leaves no body without an answer, wherever it is cut', async () => {
    const whole = buildForm(metadata(), file());
    for (let length = 0; length < whole.length - 2; length += 1) {
      const { status } = await post(whole.slice(0, length));
      expect(status, `cut after ${length} bytes`).to.be.oneOf(length < whole.length - 4 ? [400] : [400, 201]);
    }
  });

  it('refuses what is no multipart form, or names no boundary', async () => {
    expectRefusal(await post('{}', { 'content-type': 'application/json' }), 415);
    expectRefusal(await post('x', { 'content-type': 'multipart/mixed; boundary=x' }), 415);
    expectRefusal(await post('x', { 'content-type': 'multipart/form-data' }), 400);
  });

  it('refuses an unknown query parameter and a missing right before it reads the form', async () => {
    const outgoing = open({ 'content-length': 1_000, authorization: 'Bearer x' });
    outgoing.flushHeaders();
    const [answer] = await once(outgoing, 'response');
    expect((answer as IncomingMessage).statusCode).to.equal(401);
    outgoing.destroy();
  });

  it('discards the file when the client leaves in the middle', async () => {
    const outgoing = open({ 'content-length': 10_000 });
    outgoing.write(`${buildPart(metadata()) + buildPart(file())}--${BOUNDARY}`);
    await eventually('the file is stored', () => service.files.size === 1);
    outgoing.destroy();
    await eventually('the file is discarded', () => service.files.size === 0);
  });

  describe('with an idempotency key', () => {
    it('gives the first answer again and discards the second file', async () => {
      const key = { 'idempotency-key': 'upload-1' };
      const first = await post(buildForm(file(), metadata()), key);
      const second = await post(buildForm(metadata(), file()), key);
      expect(second.headers.get('idempotency-replayed')).to.equal('true');
      expect(second.body).to.deep.equal(first.body);
      expect([...service.files.keys()]).to.deep.equal([first.body.data.id]);
    });

    it('refuses the key for another file or other metadata', async () => {
      const key = { 'idempotency-key': 'upload-2' };
      const first = await post(buildForm(file(), metadata()), key);
      for (const form of [buildForm(file('xyz'), metadata()), buildForm(file(), metadata('{"label":"Other"}'))]) {
        const answer = await post(form, key);
        expect([answer.status, answer.body.error.code]).to.deep.equal([422, 'idempotency_key_reused']);
      }
      expect([...service.files.keys()]).to.deep.equal([first.body.data.id]);
    });
  });
});
