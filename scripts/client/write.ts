import openapiTS, { astToString } from 'openapi-typescript';
import { buildMethods, type Description, type Method } from './operation.ts';

const HEAD = '// Generated from the description of the API by scripts/client/main.ts. Do not edit.\n';

type Json = Record<string, unknown>;
type Responses = Description['paths'][string][string]['responses'];

const mapValues = <From, To>(values: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const isFlag = ({ enum: values }: Json): boolean => JSON.stringify(values) === '["true","false"]';

/** How a program gives the value of a query parameter: a flag as a boolean, a comma list as one value or an array. */
const typedSchema = (schema: Json): Json => {
  if (isFlag(schema)) return { type: 'boolean' };
  const item = schema['x-list'] as Json | undefined;
  if (!item) return schema;
  const value = { type: 'string', ...item };
  return { anyOf: [value, { type: 'array', items: value }] };
};

const isQuery = (value: Json): boolean => value.in === 'query' && typeof value.schema === 'object';

/** The document with its query parameters as programs give them, and without examples, which would double the types. */
const forPrograms = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(forPrograms);
  if (typeof value !== 'object' || value === null) return value;
  const { example: _example, ...rest } = value as Json;
  const object: Json = mapValues(rest, forPrograms);
  return isQuery(object) ? { ...object, schema: typedSchema(object.schema as Json) } : object;
};

const METHODS: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

const inOrder = <Item>(item: Record<string, Item>): Record<string, Item> =>
  Object.fromEntries(Object.entries(item).sort(([one], [other]) => METHODS.indexOf(one) - METHODS.indexOf(other)));

/**
 * What the types are made of, in an order that does not depend on that of the routes. Errors are classes of the client, and headers
 * members of an answer, so that the types of both would only be in the way.
 */
const reduced = ({ paths, components }: Description): object => ({
  openapi: '3.1.0',
  info: { title: 'API', version: '1' },
  paths: mapValues(paths, (item) =>
    mapValues(inOrder(item), (operation) => ({ ...operation, responses: pickSuccesses(operation.responses) })),
  ),
  components: { schemas: components.schemas, parameters: components.parameters },
});

const pickSuccesses = (responses: Responses): Responses =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { headers: _headers, ...response }]) => [status, response]),
  );

/** The types of all paths, operations and schemas, as TypeScript. */
export const writeTypes = async (description: Description): Promise<string> => {
  const document = JSON.stringify(forPrograms(reduced(description)));
  const nodes = await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true });
  return `${HEAD}\n${astToString(nodes)}`;
};

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const listParameters = ({ id, path, query, body, answer }: Method): string[] => {
  const type = answer === 'page' ? 'ListQuery' : 'Query';
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${camel(name)}: string`);
  const optional = query === 'required' ? '' : '?';
  const given = body === 'none' ? [`query${optional}: ${type}<'${id}'>`] : [`body: Body<'${id}'>`];
  const inOptions = body !== 'none' && query !== 'none';
  return [
    ...places,
    ...(body === 'none' && query === 'none' ? [] : given),
    inOptions ? `options?: CallOptions & { query?: Query<'${id}'> }` : 'options?: CallOptions',
  ];
};

const RETURNS: Record<Method['answer'], (id: string) => string> = {
  page: (id) => `PageList<Item<'${id}'>, Page<'${id}'>>`,
  data: (id) => `Call<Data<'${id}'>>`,
  file: () => 'Call<Download>',
  text: () => 'Call<string>',
  none: () => 'Call<void>',
};

const writeComment = ({ summary, description, deprecated, http, path }: Method): string => {
  const lines = [`${summary}.`, ...description.split('\n'), `\`${http} ${path}\``];
  const safe = lines.map((line) => ` * ${line}`.trimEnd().replaceAll('*/', '*\\/'));
  return ['/**', ...safe, ...(deprecated ? [' * @deprecated'] : []), ' */'].map((line) => `  ${line}`).join('\n');
};

const writeSignature = (method: Method): string =>
  `${writeComment(method)}\n  ${method.name}(${listParameters(method).join(', ')}): ${RETURNS[method.answer](method.id)};`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The one method of a resource that is named as the resource is the client's own: `client.search(…)`. */
const isOwn = ({ resource, name }: Method): boolean => resource === name;

const toRow = ({ id, name, http, path, query, body, answer, keyed }: Method): string => {
  const parts = [
    ...[`id: '${id}'`, `http: '${http}'`, `path: '${path}'`, `answer: '${answer}'`],
    ...(query === 'none' ? [] : ['query: true']),
    ...(body === 'none' ? [] : [`body: '${body}'`]),
    ...(keyed ? ['keyed: true'] : []),
  ];
  return `    ${name}: { ${parts.join(', ')} },`;
};

/** The method table of the client and the types of its methods, as TypeScript. */
export const writeMethods = (description: Description): string => {
  const methods = buildMethods({ ...description, paths: mapValues(description.paths, inOrder) });
  const byResource = Object.entries(Object.groupBy(methods, ({ resource }) => resource)) as [string, Method[]][];
  const interfaces = byResource
    .filter(([, [first]]) => first && !isOwn(first))
    .map(([resource, own]) => `export interface ${capital(resource)} {\n${own.map(writeSignature).join('\n')}\n}`);
  const members = byResource.map(([resource, [first]]) =>
    first && isOwn(first) ? writeSignature(first) : `  readonly ${resource}: ${capital(resource)};`,
  );
  const rows = byResource.map(([resource, own]) => `  ${resource}: {\n${own.map(toRow).join('\n')}\n  },`);
  return [
    HEAD,
    "import type { Call, CallOptions } from '../call.ts';",
    "import type { Download } from '../download.ts';",
    "import type { PageList } from '../page-list.ts';",
    "import type { Body, Data, Item, ListQuery, Operation, Page, Query } from '../types.ts';\n",
    ...interfaces.map((text) => `${text}\n`),
    `/** The resources of the API, each with a method for every operation. */\nexport interface Resources {\n${members.join('\n')}\n}\n`,
    '/** The request of every method. */',
    'export const METHODS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {',
    ...rows,
    '};\n',
  ].join('\n');
};
