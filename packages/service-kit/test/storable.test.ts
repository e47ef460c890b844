import { gzipSync } from 'node:zlib';
import { newId } from '@qsc/contracts';
import { AppError, parsePart } from '@qsc/service-kit';
import { expect } from 'chai';
import { z } from 'zod';
import { useNoteService } from './note-fixture.ts';

const MEBIBYTE = 1024 * 1024;

describe('a service takes nothing that it could not keep as it was sent', () => {
  const { identity, url } = useNoteService();

  const send = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => {
    const authorization = `Bearer ${identity().token({ orgId: newId('organization') })}`;
    const answer = await fetch(`${url()}/v1/notes${path}`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body,
    });
    const { error } = (await answer.json()) as {
      error?: { code: string; details?: { fields: { field: string; code: string }[] } };
    };
    return { status: answer.status, code: error?.code, fields: error?.details?.fields };
  };

  const post = (body: string | Uint8Array<ArrayBuffer>, query = '') => send(query, body);

  for (const [what, body, field] of [
    ['half of a surrogate pair', '{"title":"a\\ud800"}', 'title'],
    ['half of a surrogate pair in a name', '{"title":"a","x\\udfff":1}', 'x\ufffd'],
    ['a null character', '{"title":"a\\u0000b"}', 'title'],
    ['a number beyond a double', '{"title":1e400}', 'title'],
    ['a number beyond a double, deep', '{"title":{"a":[1,-1e400]}}', 'title.a.1'],
    ['a whole number that a double cannot hold', '{"title":9007199254740993}', 'title'],
    ['a negative one, deep', '{"title":{"a":[1,{"b":-9007199254740993}]}}', 'title.a.1.b'],
    ['__proto__', '{"title":"a","__proto__":{"x":1}}', '__proto__'],
    ['__proto__, deep', '{"title":{"__proto__":1}}', 'title.__proto__'],
    ['nesting that is an attack', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'title.0.0.0.0.0.0.0'],
    ['the same of objects', `{"title":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`, 'title.a.a.a.a.a.a.a'],
    ['null for the body', 'null', 'body'],
    ['a list for the body', '[]', 'body'],
    ['a text for the body', '"x"', 'body'],
    ['no body', '', 'body'],
  ] as const)
    it(`refuses ${what} and names the field`, async () => {
      const { status, code, fields } = await post(body);
      expect([status, code]).to.deep.equal([422, 'validation_failed']);
      expect(fields?.map((one) => one.field)).to.include(field);
    });

  it('takes 250,000 values in a body, and not one more', async () => {
    const title = (count: number) => `{"title":[${'1,'.repeat(count - 3)}1]}`;
    expect((await post(title(250_000))).fields?.map(({ field }) => field)).to.deep.equal(['title']);
    const { status, code } = await post(title(250_001));
    expect([status, code]).to.deep.equal([413, 'payload_too_large']);
  });

  it('keeps whole surrogate pairs and ordinary numbers', async () => {
    expect((await post(JSON.stringify({ title: '💊 \ufffd', text: '1e308' }))).status).to.equal(201);
  });

  it('refuses an object that names a member twice', async () => {
    const { status, code } = await post('{"title":"a","title":"b"}');
    expect([status, code]).to.deep.equal([400, 'invalid_request']);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"title":"'), 0xff, 0xc3, ...Buffer.from('"}')]);
    const { status, code } = await post(bytes);
    expect([status, code]).to.deep.equal([400, 'invalid_request']);
  });

  it('refuses JSON that does not end, however deep it is', async () => {
    const { status, code } = await post('['.repeat(500_000));
    expect([status, code]).to.deep.equal([400, 'invalid_request']);
  });

  it('refuses a body of more than a mebibyte, where the route names no limit of its own', async () => {
    const { status, code } = await post(JSON.stringify({ title: 'x'.repeat(MEBIBYTE) }));
    expect([status, code]).to.deep.equal([413, 'payload_too_large']);
  });

  const NOTE = '{"title":"a"}';
  for (const [what, body, headers] of [
    ['JSON in UTF-16', Buffer.from(NOTE, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }],
    ['JSON in an unknown charset', Buffer.from(NOTE), { 'content-type': 'application/json; charset=x-unknown' }],
    ['a media type of a form', Buffer.from('title=a'), { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a media type of text', Buffer.from(NOTE), { 'content-type': 'text/plain' }],
    ['a media type of XML', Buffer.from('<title/>'), { 'content-type': 'application/xml' }],
    ['a gzip that grows to seven mebibytes', gzipSync('x'.repeat(7 * MEBIBYTE)), { 'content-encoding': 'gzip' }],
    ['text that is said to be gzip', Buffer.from(NOTE), { 'content-encoding': 'gzip' }],
    ['an unknown encoding', Buffer.from(NOTE), { 'content-encoding': 'zstd-x' }],
  ] as [string, Buffer, Record<string, string>][])
    it(`refuses ${what}`, async () => {
      const { status, code } = await send('', Uint8Array.from(body), {
        'content-type': 'application/json',
        ...headers,
      });
      expect([status, code]).to.deep.equal([415, 'unsupported_media_type']);
    });

  it('names a field once, by the first that is wrong with it', () => {
    const shape = z.strictObject({ name: z.string().min(2).regex(/^b/), size: z.number() });
    const parse = () => parsePart(shape, { name: 'x', size: '1', more: 1 }, 'body');
    expect(parse)
      .to.throw(AppError)
      .with.nested.property('details.fields')
      .that.satisfies((fields: { field: string }[]) => fields.map(({ field }) => field).join() === 'name,size,more');
  });

  it('names a hundred fields at most, however many are wrong', () => {
    const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 1]));
    const parse = () => parsePart(z.strictObject({ name: z.string() }), unknown, 'body');
    expect(parse)
      .to.throw(AppError)
      .with.nested.property('details.fields')
      .that.satisfies(
        (fields: { field: string }[]) => fields.length === 100 && fields.some(({ field }) => field === 'name'),
      );
  });

  it('names every unknown parameter, where a route knows none too', async () => {
    for (const path of ['', '/note_1/pin']) {
      const { fields } = await send(`${path}?one=1&two=2&=3`, '');
      expect(fields).to.deep.include.members(
        ['one', 'two'].map((field) => ({
          field,
          code: 'unknown',
          message: 'There is no query parameter of this name.',
        })),
      );
      expect(fields?.map(({ field }) => field)).to.include('query');
    }
  });

  for (const [body, type, status, code] of [
    ['', 'application/json', 200, undefined],
    ['', 'application/x-www-form-urlencoded', 200, undefined],
    ['{}', 'application/json', 200, undefined],
    ['{}', null, 200, undefined],
    ['{"dry_run":true}', 'application/json', 422, 'validation_failed'],
    ['[1]', 'application/json', 422, 'validation_failed'],
    ['{"dry_run":', 'application/json', 400, 'invalid_request'],
    ['dry_run=true', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ] as const)
    it(`answers ${status} to the body ${body || 'of no bytes'} (${type}) where it takes none`, async () => {
      const headers = type ? { 'content-type': type } : {};
      const answer = await send('/note_1/pin', Uint8Array.from(Buffer.from(body)), headers);
      expect([answer.status, answer.code]).to.deep.equal([status, code]);
    });

  for (const [query, status] of [
    ['__proto__=1', 422],
    ['a=%00', 422],
    ['a=%FF', 400],
  ] as const)
    it(`refuses the query ${query}`, async () => {
      expect((await post('{"title":"query"}', `?${query}`)).status).to.equal(status);
    });
});
