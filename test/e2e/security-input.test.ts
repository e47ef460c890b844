import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient, readDemo } from './demo.ts';
import { type Answer, expectCoded, expectNoFault, send } from './security-answer.ts';
import {
  checkEach,
  getExample,
  type Operation,
  oneOfEachService,
  pathWith,
  readOperations,
} from './security-document.ts';

const demo = readDemo();
const operations = await readOperations(demo);
const authorization = `Bearer ${demo.api_key}`;

const call = (operation: Operation, { query = '', ...extra }: { query?: string; body?: string }): Promise<Answer> => {
  const url = `${demo.base_url}${pathWith(operation)}${query}`;
  return send({ method: operation.method, url, authorization, ...extra });
};

const listFields = ({ body }: Answer): string[] =>
  body.error.details.fields.map(({ field }: { field: string }) => field);

/** The example of the body with further members. */
const withMembers = (operation: Operation, members: string): string => {
  const text = JSON.stringify(getExample(operation.body ?? {}));
  return text === '{}' ? `{${members}}` : `${text.slice(0, -1)},${members}}`;
};

const OURS = ['id', '_id', 'org_id', 'version', 'created_by', 'created_at', 'updated_at', 'deleted', '$where', '$set'];
const POLLUTION = ['__proto__', 'constructor', 'prototype'];

/** Values that a parser, a pattern or a query could stumble over. */
const VALUES = ['', 'a%00b', '%FF', '%ED%A0%80', '%F0%9F%92%A9', '$ne', '.*(', '-1', '1e309', '[]', 'x'.repeat(5_000)];

const IDS = [
  ...['%00', 'a%00', '%ff', '%ED%A0%80', '$where', '__proto__', 'constructor', '%24ne', '[object%20Object]', '%2f'],
  'x'.repeat(3_000),
];

const withBody = operations.filter(({ body }) => body !== null);
const reads = operations.filter(({ method }) => method === 'GET');
const queryNames = ({ parameters }: Operation): string[] =>
  parameters.filter((one) => one.in === 'query').map(({ name }) => name);

/** The query parameters of a service that differ in name or schema, each with the first route that takes it. */
const distinctParameters = (): Map<Operation, string[]> => {
  const seen = new Set<string>();
  const isNew = (operation: Operation, name: string): boolean => {
    const { schema } = operation.parameters.find((one) => one.name === name) ?? {};
    const key = `${operation.service} ${name} ${JSON.stringify(schema)}`;
    return !seen.has(key) && Boolean(seen.add(key));
  };
  const rows = reads.map(
    (operation) => [operation, queryNames(operation).filter((name) => isNew(operation, name))] as const,
  );
  return new Map(rows);
};

const expectFields = (answer: Answer, about: string, expected: readonly string[]): void => {
  expectCoded(answer, about);
  expect([answer.status, answer.body.error.code], about).to.deep.equal([422, 'validation_failed']);
  const roots = listFields(answer).map((field) => field.split('.')[0]);
  expect(roots, `${about}: ${answer.text}`).to.include.members([...expected]);
};

describe('what a route is sent', () => {
  it('never has members that only the service sets, and names of the prototype', async () => {
    // Preferences are an object of the user's own members.
    const closed = withBody.filter(({ body }) => body?.properties !== undefined);
    await checkEach(closed, async (operation) => {
      // The reader of JSON refuses `__proto__` before anything else is looked at.
      for (const members of [[...OURS, 'constructor', 'prototype'], ['__proto__']]) {
        const added = members.map((member) => `"${member}":"x"`).join();
        expectFields(await call(operation, { body: withMembers(operation, added) }), 'body', members);
      }
    });
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
  });

  it('has no operator for the value of any member', () =>
    checkEach(withBody, async (operation) => {
      const members = Object.keys((operation.body?.properties as object | undefined) ?? {});
      for (const member of members) {
        const example = getExample(operation.body ?? {}) as object;
        const answer = await call(operation, { body: JSON.stringify({ ...example, [member]: { $ne: '.*' } }) });
        expectCoded(answer, member);
        expect(answer.status, member).to.equal(422);
      }
    }));

  it('has no query parameter that the route does not know, and no operator in one', () =>
    checkEach(reads, async (operation) => {
      const unknown = ['unknown', '$where', 'org_id', ...POLLUTION].map((name) => `${name}=1`);
      const operators = queryNames(operation).map((name) => `${name}[$ne]=.*`);
      for (const query of [...unknown, ...operators]) {
        const answer = await call(operation, { query: `?${query}` });
        expectCoded(answer, query);
        expect([answer.status, answer.body.error.code], query).to.deep.equal([422, 'validation_failed']);
      }
    }));

  it('is answered without a fault, whatever the value of a query parameter', async () => {
    const parameters = distinctParameters();
    await checkEach(reads, async (operation) => {
      for (const name of parameters.get(operation) ?? []) {
        for (const value of VALUES)
          expectNoFault(await call(operation, { query: `?${name}=${value}` }), `${name}=${value.slice(0, 20)}`);
        const twice = await call(operation, { query: `?${name}=a&${name}=b` });
        expect(twice.status, `${name} twice`).to.equal(422);
      }
    });
  });

  it('has nothing but an id for an id', () => {
    const firsts = oneOfEachService(operations.filter(({ path }) => path.includes('{')));
    return checkEach(
      operations.filter(({ path }) => path.includes('{')),
      async (operation) => {
        const body = operation.body ? { body: JSON.stringify(getExample(operation.body)) } : {};
        for (const id of firsts.includes(operation) ? IDS : IDS.slice(1, 2)) {
          const url = `${demo.base_url}${operation.path.replaceAll(/\{\w+\}/g, id)}`;
          const answer = await send({ method: operation.method, url, authorization, ...body });
          if (operation.answersPage && answer.status === 200) expect(answer.body.data, id).to.deep.equal([]);
          else expectCoded(answer, id);
        }
      },
    );
  });

  it('is never a pattern or an operator in a filter', async () => {
    const api = makeClient(demo, demo.api_key);
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
    const api = makeClient(demo, demo.api_key);
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
});
