import { type AnyRoute, buildOpenApi, created, download, examplePage, one, page, route } from '@qsc/service-kit';
import { expect } from 'chai';
import { z } from 'zod';

const Colour = z.enum(['red', 'green']).meta({ id: 'Colour' });
const Thing = z
  .object({ id: z.string(), colour: Colour.nullable(), at: z.iso.datetime().nullable(), version: z.number().int() })
  .meta({ id: 'Thing' });
const NewThing = z.strictObject({ colour: Colour }).meta({ id: 'NewThing' });
const ThingId = z.object({ thing_id: z.string().meta({ description: 'Which.', examples: ['thing_1'] }) });
const thing = { id: 'thing_1', colour: 'red', at: null, version: 1 } as const;

const unused = async (): Promise<never> => {
  throw new Error('a description calls no handler');
};

const createThing = (changed: Partial<AnyRoute> = {}): AnyRoute => ({
  ...route({
    id: 'createThing',
    tag: 'Entities',
    method: 'post',
    path: '/things',
    summary: 'Create a thing',
    description: 'Creates it.',
    scope: 'entities:write',
    gxp: true,
    body: NewThing,
    answer: created(Thing, ({ id }) => `/v1/things/${id}`),
    throws: ['retention_hold'],
    example: { body: { colour: 'red' }, answer: thing },
    handle: unused,
  }),
  ...changed,
});

const getThing = (changed: Partial<AnyRoute> = {}): AnyRoute => ({
  ...route({
    id: 'getThing',
    tag: 'Entities',
    method: 'get',
    path: '/things/:thing_id',
    summary: 'Read a thing',
    description: 'Reads it.',
    scope: 'entities:read',
    params: ThingId,
    answer: one(Thing),
    example: { answer: thing },
    handle: unused,
  }),
  ...changed,
});

const getFile = (answer: ReturnType<typeof download>): AnyRoute => getThing({ answer: answer as never, example: {} });

const listThings = (): AnyRoute =>
  route({
    id: 'listThings',
    tag: 'Entities',
    method: 'get',
    path: '/things',
    summary: 'List things',
    description: 'Lists them.',
    scope: 'entities:read',
    answer: page(Thing),
    example: { answer: examplePage(thing) },
    handle: unused,
  });

// biome-ignore lint/suspicious/noExplicitAny: a document is looked at member by member in the assertions.
const buildDocument = (...routes: AnyRoute[]): any => buildOpenApi('thing', routes);

describe('the description of routes', () => {
  it('keeps each named schema once, also where it may be null', () => {
    const { schemas } = buildDocument(createThing(), getThing()).components;
    expect(Object.keys(schemas)).to.have.members(['Error', 'Colour', 'Thing', 'NewThing', 'ThingAnswer']);
    expect(schemas.Thing.properties.colour).to.deep.equal({
      anyOf: [{ $ref: '#/components/schemas/Colour' }, { type: 'null' }],
    });
    expect(schemas.Thing.properties.at).to.deep.equal({ type: ['string', 'null'], format: 'date-time' });
  });

  it('names the answers by what they hold', () => {
    const { paths, components } = buildDocument(listThings());
    const { schema } = paths['/v1/things'].get.responses[200].content['application/json'];
    expect(schema.$ref).to.equal('#/components/schemas/ThingPage');
    expect(components.schemas.ThingPage.properties.meta.$ref).to.equal('#/components/schemas/PageMeta');
  });

  it('tells the errors by status with their codes, and what a route throws beyond the usual', () => {
    const { post } = buildDocument(createThing()).paths['/v1/things'];
    expect(post.responses[409].content['application/json'].examples).to.have.keys(
      'idempotency_in_progress',
      'retention_hold',
    );
    expect(post.responses[422].content['application/json'].examples).to.include.keys('reason_required');
    expect(post.responses[401].$ref).to.equal('#/components/responses/Unauthorized');
    expect(post.responses).to.not.have.any.keys('404', '412');
  });

  it('shows request, answer and the id of the path as one example', () => {
    const { paths } = buildDocument(createThing(), getThing());
    const { post } = paths['/v1/things'];
    expect(post.requestBody.content['application/json'].example).to.deep.equal({ colour: 'red' });
    expect(post.responses[201].content['application/json'].example).to.deep.equal({ data: thing });
    expect(paths['/v1/things/{thing_id}'].get.parameters[0]).to.include({ name: 'thing_id', example: 'thing_1' });
  });

  it('shows of every file what it may hold, as text', () => {
    const examples = { 'text/csv': 'id\r\nthing_1\r\n', 'application/json': '[\n{"id":"thing_1"}\n]\n' };
    const answer = download(['text/csv', 'application/json', 'application/pdf'], examples);
    const { responses } = buildDocument(getFile(answer)).paths['/v1/things/{thing_id}'].get;
    const bytes = { schema: { type: 'string', format: 'binary' } };
    expect(responses[200].content).to.deep.equal({
      'text/csv': { ...bytes, example: 'id\r\nthing_1\r\n' },
      'application/json': { ...bytes, example: '[\n{"id":"thing_1"}\n]\n' },
      'application/pdf': { ...bytes, example: 'the bytes of the file' },
    });
    expect(responses[206].content).to.deep.equal(responses[200].content);
  });

  it('tells what an old route is replaced by', () => {
    const { get } = buildDocument(getThing({ deprecated: 'Use `getThing2`.' })).paths['/v1/things/{thing_id}'];
    expect(get.deprecated).to.equal(true);
    expect(get.description).to.include('getThing2');
  });

  it('lets an answer get further members, and a request none', () => {
    const { schemas } = buildDocument(createThing()).components;
    expect(schemas.Thing).to.not.have.property('additionalProperties');
    expect(schemas.NewThing.additionalProperties).to.equal(false);
  });

  const REFUSED: [string, () => AnyRoute[], RegExp][] = [
    [
      'an example that its schema refuses',
      () => [createThing({ example: { body: { colour: 'blue' }, answer: thing } })],
      /createThing: the example/,
    ],
    [
      'an answer that its schema refuses',
      () => [getThing({ example: { answer: { id: 1 } } })],
      /getThing: the example/,
    ],
    ['a body without a name', () => [createThing({ body: z.strictObject({ colour: Colour }) })], /body has no name/],
    [
      'an answer without a name',
      () => [getThing({ answer: one(z.object({ id: z.string() })) as never })],
      /has no name/,
    ],
    [
      'an id in the path without an example',
      () => [getThing({ params: z.object({ thing_id: z.string().meta({ description: 'Which.' }) }) })],
      /thing_id needs/,
    ],
    [
      'a parameter that nobody explains',
      () => [getThing({ query: z.object({ size: z.string().optional() }) })],
      /size needs/,
    ],
    [
      'a file that is text without an example',
      () => [getFile(download(['text/csv']))],
      /getThing: there is no example of a file/,
    ],
    ['two routes with one id', () => [getThing(), createThing({ id: 'getThing' })], /Two routes have the id getThing/],
    ['an id that is no name of a function', () => [getThing({ id: 'get-thing' })], /get-thing cannot be the id/],
    [
      'one name for two schemas of two routes',
      () => [createThing(), getThing({ answer: one(z.object({ id: z.string() }).meta({ id: 'Thing' })) as never })],
      /named Thing/,
    ],
    [
      'one name for two schemas in one body',
      () => [
        createThing({
          body: z
            .object({ colour: Colour, other: z.enum(['blue']).meta({ id: 'Colour' }).optional() })
            .meta({ id: 'NewThing' }),
        }),
      ],
      /"Colour"/,
    ],
  ];
  for (const [what, routes, says] of REFUSED)
    it(`refuses ${what}`, () => expect(() => buildDocument(...routes())).to.throw(says));
});
