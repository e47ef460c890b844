import type { Scope } from '@qsc/contracts';
import { expect } from 'chai';
import { makeRouter, ROUTING_TABLE } from '../../gateway/src/routing/routing-table.ts';
import type { Demo } from './demo.ts';

export type Schema = { [name: string]: unknown };

type Parameter = { in: string; name: string; required?: boolean; schema: Schema };

/** One route of the merged OpenAPI document, with its references resolved. */
export type Operation = {
  name: string;
  method: string;
  /** With the parameters as `{name}`. */
  path: string;
  /** The service that answers it. */
  service: string;
  /** All that a caller needs. */
  scopes: readonly Scope[];
  parameters: Parameter[];
  /** The schema of a JSON body. */
  body: Schema | null;
  /** Its body is a form with a file. */
  isForm: boolean;
  /** It is a GET that answers a list. */
  answersPage: boolean;
};

type Document = { paths: Record<string, Record<string, Schema>> };

const findDestination = makeRouter(ROUTING_TABLE);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (inner as Schema | undefined)?.[name], value);

const resolved = (value: unknown, document: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') return resolved(at(document, ...$ref.slice(2).split('/')), document);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner, document)]));
};

const getService = (path: string): string => findDestination(path)?.row.name ?? '';

const getOperation = (method: string, path: string, described: Schema): Operation => ({
  name: `${method.toUpperCase()} ${path}`,
  method: method.toUpperCase(),
  path,
  service: getService(path),
  scopes: (described['x-scopes'] ?? []) as Scope[],
  parameters: (described.parameters ?? []) as Parameter[],
  body: (at(described, 'requestBody', 'content', 'application/json', 'schema') as Schema | undefined) ?? null,
  isForm: at(described, 'requestBody', 'content', 'multipart/form-data') !== undefined,
  answersPage:
    method === 'get' &&
    at(described, 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'data', 'type') ===
      'array',
});

const needsCredential = ({ security }: Schema): boolean => !Array.isArray(security) || security.length > 0;

/**
 * Every route of the document that the gateway serves and that needs a credential, so that a new one is tested by being
 * there. What needs none proves itself by what is sent, and is tested by its service.
 */
export const readOperations = async ({ base_url }: Pick<Demo, 'base_url'>): Promise<Operation[]> => {
  const raw: unknown = await (await fetch(`${base_url}/v1/openapi.json`)).json();
  const { paths } = resolved(raw, raw) as Document;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method] && needsCredential(item[method]) ? [getOperation(method, path, item[method])] : [],
    ),
  );
};

const AT_ONCE = 8;

/** Checks every operation, some at once, and fails with all that do not hold. */
export const checkEach = async (
  operations: readonly Operation[],
  check: (operation: Operation) => Promise<void>,
): Promise<void> => {
  expect(operations).to.not.be.empty;
  const failures: string[] = [];
  const waiting = operations.values();
  const worker = async () => {
    for (const operation of waiting)
      await check(operation).catch((error: Error) => failures.push(`${operation.name}: ${error.message}`));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(failures.join('\n')).to.equal('');
};

/** The first of the operations of each service: for what the service kit does before a route is chosen. */
export const oneOfEachService = (operations: readonly Operation[]): Operation[] =>
  Object.values(Object.groupBy(operations, ({ service }) => service)).flatMap((all = []) => all.slice(0, 1));

/** The path with every parameter replaced; an id that no record has where none is given. */
export const pathWith = ({ path }: Pick<Operation, 'path'>, ids: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? 'unknown_1');

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  email: 'someone@security.example',
  uri: 'https://security.example/',
};

/** What a rule beyond length and format takes is the example of its schema. */
const toText = ({ format, minLength = 1, examples }: Schema): string =>
  (examples as string[] | undefined)?.[0] ?? FORMATS[String(format)] ?? 'x'.repeat(Math.max(Number(minLength), 1));

const makeObject = ({ properties = {}, required = [] }: Schema): Schema =>
  Object.fromEntries((required as string[]).map((name) => [name, getExample((properties as Schema)[name] as Schema)]));

/** The smallest value that the schema takes. */
export const getExample = (schema: Schema): unknown => {
  const { type, enum: options, anyOf, oneOf } = schema;
  if ('const' in schema) return schema.const;
  if (options) return (options as unknown[])[0];
  const [first] = (anyOf ?? oneOf ?? []) as Schema[];
  if (first) return getExample(first);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object') return makeObject(schema);
  if (kind === 'array') return Number(schema.minItems ?? 0) > 0 ? [getExample(schema.items as Schema)] : [];
  if (kind === 'integer' || kind === 'number') return schema.minimum ?? 1;
  return kind === 'boolean' ? true : toText(schema);
};
