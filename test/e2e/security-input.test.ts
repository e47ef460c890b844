import { gzipSync } from 'node:zlib';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { clientOf, readDemo } from './demo.ts';
import { type Answer, expectCoded, expectNoFault, send } from './security-answer.ts';
import { exampleOf, type Operation, pathWith, readOperations } from './security-document.ts';

const demo = readDemo();
const operations = await readOperations(demo);
const authorization = `Bearer ${demo.api_key}`;

type Extra = { query?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

const call = (operation: Operation, { query = '', ...extra }: Extra): Promise<Answer> => {
  const url = `${demo.base_url}${pathWith(operation)}${query}`;
  return send({ method: operation.method, url, authorization, ...extra });
};

const fieldsOf = ({ body }: Answer): string[] => body.error.details.fields.map(({ field }: { field: string }) => field);

const withMember = (operation: Operation, member: string): string => {
  const text = JSON.stringify(exampleOf(operation.body ?? {}));
  return text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`;
};

const OURS = ['id', '_id', 'org_id', 'version', 'created_by', 'created_at', 'updated_at', 'deleted', '$where', '$set'];
const OPERATORS = ['$ne', '$gt', '$regex', '$where', '$in', '$exists'];
const POLLUTION = ['__proto__', 'constructor', 'prototype'];

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

const JSON_TYPE = { 'content-type': 'application/json' };

/** Bodies that no route takes, and the status that says why. */
const UNREADABLE: readonly [string, number, Extra][] = [
  ['null', 422, { body: 'null' }],
  ['a list', 422, { body: '[]' }],
  ['a text', 422, { body: '"x"' }],
  ['nothing at all', 422, { body: '', headers: JSON_TYPE }],
  ['half of a JSON object', 400, { body: '{"a":' }],
  ['10,000 lists in each other', 422, { body: nested('[', ']', 10_000) }],
  ['10,000 objects in each other', 422, { body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` }],
  ['500,000 lists that do not end', 400, { body: '['.repeat(500_000) }],
  ['seven mebibytes', 413, { body: `{"a":"${'x'.repeat(7 * 1024 * 1024)}"}` }],
  [
    'invalid UTF-8',
    400,
    { body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), headers: JSON_TYPE },
  ],
  ['a media type of a form', 415, { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a media type of text', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['a media type of XML', 415, { body: '<a/>', headers: { 'content-type': 'application/xml' } }],
  ['an unknown charset', 415, { body: '{}', headers: { 'content-type': 'application/json; charset=x-unknown' } }],
  ['an unknown encoding', 415, { body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'zstd-x' } }],
  ['text said to be gzip', 415, { body: '{"a":1}', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }],
  [
    'a gzip that grows to seven mebibytes',
    415,
    {
      body: new Uint8Array(gzipSync(`{"a":"${'x'.repeat(7 * 1024 * 1024)}"}`)),
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    },
  ],
];

/** Members that parse as JSON and cannot be kept as they were sent. */
const UNSTORABLE: readonly [string, string][] = [
  ['half a surrogate pair', '"name":"a\\ud800b"'],
  ['half a surrogate pair in a name', '"a\\udfffb":1'],
  ['a null character', '"name":"a\\u0000b"'],
  ['a number beyond a double', '"name":1e400'],
  ['a number beyond a double, negative', '"name":[-1e999]'],
];

describe('what a route is sent', () => {
  for (const operation of operations.filter(({ body }) => body !== null)) {
    const example = JSON.stringify(exampleOf(operation.body ?? {}));

    it(`${operation.name} refuses members that only the service sets, and names of the prototype`, async () => {
      for (const member of [...OURS, ...POLLUTION]) {
        const answer = await call(operation, { body: withMember(operation, `"${member}":"x"`) });
        expectCoded(answer, member);
        expect([answer.status, answer.body.error.code], member).to.deep.equal([422, 'validation_failed']);
        expect(fieldsOf(answer), member).to.include(member);
      }
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    });

    it(`${operation.name} takes no operator for a value`, async () => {
      const members = Object.keys((operation.body?.properties as object | undefined) ?? {});
      for (const member of members)
        for (const operator of OPERATORS) {
          const body = JSON.stringify({ ...JSON.parse(example), [member]: { [operator]: '.*' } });
          const answer = await call(operation, { body });
          expectCoded(answer, `${member} ${operator}`);
          expect(answer.status, `${member} ${operator}`).to.equal(422);
        }
    });

    it(`${operation.name} refuses a body that cannot be read`, async () => {
      for (const [kind, status, extra] of UNREADABLE) {
        const answer = await call(operation, extra);
        expectCoded(answer, kind);
        expect(answer.status, kind).to.equal(status);
      }
    });

    it(`${operation.name} refuses what could not be kept as it was sent`, async () => {
      for (const [kind, member] of UNSTORABLE) {
        const answer = await call(operation, { body: withMember(operation, member) });
        expectCoded(answer, kind);
        expect(answer.status, kind).to.equal(422);
      }
    });

    it(`${operation.name} stays whole on duplicate keys and a gzip body`, async () => {
      const unknown = { body: `{"unknown":1,"unknown":2}` };
      expectCoded(await call(operation, unknown), 'duplicate keys');
      const body = new Uint8Array(gzipSync('{"unknown":1}'));
      expectCoded(await call(operation, { body, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }), 'gzip');
    });
  }

  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);

    it(`${operation.name} refuses query parameters that it does not know`, async () => {
      const unknown = [
        'unknown=1',
        '$where=1',
        ...POLLUTION.map((name) => `${name}=1`),
        '__proto__[x]=1',
        'org_id=org_1',
      ];
      const operators = names.flatMap((name) => OPERATORS.map((operator) => `${name}[${operator}]=.*`));
      for (const query of [...unknown, ...operators]) {
        const answer = await call(operation, { query: `?${query}` });
        expectCoded(answer, query);
        expect([answer.status, answer.body.error.code], query).to.deep.equal([422, 'validation_failed']);
      }
    });

    it(`${operation.name} answers any value of a query parameter without a fault`, async () => {
      const values = [
        '',
        '%00',
        'a%00b',
        '%FF',
        '%ED%A0%80',
        '%F0%9F%92%A9',
        '$ne',
        '.*',
        '-1',
        '1e309',
        'NaN',
        '[]',
        '{}',
      ];
      for (const name of names) {
        for (const value of [...values, 'x'.repeat(5_000)])
          expectNoFault(await call(operation, { query: `?${name}=${value}` }), `${name}=${value.slice(0, 20)}`);
        const twice = await call(operation, { query: `?${name}=a&${name}=b` });
        expect(twice.status, `${name} twice`).to.equal(422);
      }
      for (const value of ['%FF', '%00'])
        expectCoded(await call(operation, { query: `?attributes.a=${value}` }), `attributes.a=${value}`);
    });
  }

  for (const operation of operations.filter(({ path }) => path.includes('{')))
    it(`${operation.name} takes nothing but an id for an id`, async () => {
      const ids = [
        '%00',
        'a%00',
        '%ff',
        '%ED%A0%80',
        '$where',
        '__proto__',
        'constructor',
        '%24ne',
        '[object%20Object]',
        '%2f',
        'x'.repeat(3_000),
      ];
      const body = operation.body ? { body: JSON.stringify(exampleOf(operation.body)) } : {};
      for (const id of ids) {
        const url = `${demo.base_url}${operation.path.replaceAll(/\{\w+\}/g, id)}`;
        const answer = await send({ method: operation.method, url, authorization, ...body });
        if (operation.answersPage && answer.status === 200) expect(answer.body.data, id).to.deep.equal([]);
        else expectCoded(answer, id);
      }
    });

  it('is never a pattern or an operator in a filter', async () => {
    const api = clientOf(demo, demo.api_key);
    const { id } = (
      await api.post('/v1/entities', { type: 'product', name: `a.c ${Date.now()}`, attributes: { k: 'v' } })
    ).body.data;
    for (const query of [
      'name=.*',
      'name=a%3Fc',
      'name=(a',
      'attributes.$where=1',
      'attributes.k.$ne=x',
      'attributes.__proto__=1',
      'attributes.constructor=1',
    ]) {
      const { status, body } = await api.get(`/v1/entities?${query}`);
      expect([status, body.data.filter((entity: { id: string }) => entity.id === id)], query).to.deep.equal([200, []]);
    }
  });

  it('keeps attributes that are only named like members of an object', async () => {
    const api = clientOf(demo, demo.api_key);
    const attributes = { constructor: { prototype: { polluted: true } }, toString: 'text', hasOwnProperty: 1 };
    const created = await api.post('/v1/entities', { type: 'product', name: 'Names', attributes });
    expect([created.status, created.body.data.attributes]).to.deep.equal([201, attributes]);
    expect((await api.get(`/v1/entities/${created.body.data.id}`)).body.data.attributes).to.deep.equal(attributes);
  });

  for (const value of ['1', '{}', '[]'])
    it(`refuses a bulk request of nothing but ${value}, as many as it can hold, and goes on`, async () => {
      const url = `${demo.base_url}/v1/entities/bulk`;
      const listed = value
        .padEnd(value.length + 1, ',')
        .repeat(Math.floor((5 * 1024 * 1024 - 100) / (value.length + 1)));
      const answer = await eventually('there is room for it', async () => {
        const one = await send({ method: 'POST', url, authorization, body: `{"entities":[${listed}${value}]}` });
        return one.status !== 503 && one;
      });
      expectCoded(answer, value);
      expect([answer.status, answer.body.error.code]).to.deep.equal([413, 'payload_too_large']);
    });

  it('tells the faults of each item of a bulk request, and stores none of the members that only the service sets', async () => {
    const entities = ['id', 'org_id', 'version', 'created_by'].map((member) => ({
      type: 'product',
      name: 'B',
      [member]: 'x',
    }));
    const { status, body } = await clientOf(demo, demo.api_key).post('/v1/entities/bulk', { entities });
    expect([status, body.meta.succeeded]).to.deep.equal([207, 0]);
    for (const item of body.data) expect(item.status).to.equal(422);
  });
});
