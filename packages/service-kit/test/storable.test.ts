import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { type NoteService, startNoteService } from './note-service.ts';

describe('a service takes nothing that it could not keep as it was sent', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let service: NoteService;

  before(async () => {
    identity = await startStandInIdentity();
    service = await startNoteService(testServiceConfig(environment, identity), `note.${randomUUID()}.v1`);
  });
  after(async () => {
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const post = async (body: string | Uint8Array<ArrayBuffer>, query = '') => {
    const authorization = `Bearer ${identity.token({ orgId: newId('organization') })}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${service.httpPort}/v1/notes${query}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    const { error } = (await answer.json()) as {
      error?: { code: string; details?: { fields: { field: string; code: string }[] } };
    };
    return { status: answer.status, code: error?.code, fields: error?.details?.fields };
  };

  for (const [what, body, field] of [
    ['half of a surrogate pair', '{"title":"a\\ud800"}', 'title'],
    ['half of a surrogate pair in a name', '{"title":"a","x\\udfff":1}', 'x\ufffd'],
    ['a null character', '{"title":"a\\u0000b"}', 'title'],
    ['a number beyond a double', '{"title":1e400}', 'title'],
    ['a number beyond a double, deep', '{"title":{"a":[1,-1e400]}}', 'title.a.1'],
    ['__proto__', '{"title":"a","__proto__":{"x":1}}', '__proto__'],
    ['__proto__, deep', '{"title":{"__proto__":1}}', 'title.__proto__'],
    ['nesting that is an attack', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'title.0.0.0.0.0.0.0'],
    ['null for the body', 'null', 'body'],
    ['no body', '', 'body'],
  ] as const)
    it(`refuses ${what} and names the field`, async () => {
      const { status, code, fields } = await post(body);
      expect([status, code]).to.deep.equal([422, 'validation_failed']);
      expect(fields?.map((one) => one.field)).to.include(field);
    });

  it('keeps whole surrogate pairs and ordinary numbers', async () => {
    expect((await post(JSON.stringify({ title: '💊 \ufffd', text: '1e308' }))).status).to.equal(201);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"title":"'), 0xff, 0xc3, ...Buffer.from('"}')]);
    const { status, code } = await post(bytes);
    expect([status, code]).to.deep.equal([400, 'invalid_request']);
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
