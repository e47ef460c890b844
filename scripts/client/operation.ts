/** A part of an OpenAPI document as far as the method table goes by it. */
type Schema = { $ref?: string; properties?: Record<string, Schema>; enum?: unknown[] } & Record<string, unknown>;
type Media = Record<string, { schema?: Schema }>;
type Referring = { $ref?: string };
type Parameter = { name: string; in: string; required?: boolean } & Referring;
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media; headers?: unknown }>;
};

/** The document from which the client is generated. */
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
};

/** One method of the client: where it stands, which request it makes, and what it answers. */
export type Method = {
  id: string;
  resource: string;
  name: string;
  http: string;
  path: string;
  /** Whether there is a query, and whether it has a required parameter. */
  query: 'none' | 'optional' | 'required';
  body: 'none' | 'json' | 'form';
  answer: 'page' | 'data' | 'file' | 'text' | 'none';
  /** Takes an `Idempotency-Key`. */
  keyed: boolean;
  summary: string;
  description: string;
  deprecated: boolean;
};

/** Methods whose names do not follow from the operation's id. */
const NAMES: Readonly<Record<string, string>> = {
  startWorkflowInstance: 'start',
  transitionWorkflowInstance: 'transition',
};

/** What the ids of operations call a resource beside the name of its tag. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  'Audit logs': ['AuditEntries', 'AuditEntry', 'AuditLog', 'Audit'],
};

/** Query parameters that the client's own options stand for. */
const BY_OPTIONS: readonly string[] = ['reason'];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `Quality events` → `qualityEvents`. */
const resourceName = (tag: string): string => {
  const [first = '', ...rest] = tag.split(' ');
  return [first.toLowerCase(), ...rest.map(capital)].join('');
};

/** Without regard to case: the tag `API keys` is `ApiKeys` in an id. */
const beginsWithWord = (text: string, word: string): boolean =>
  text.toLowerCase().startsWith(word.toLowerCase()) && !/^[a-z]/.test(text.slice(word.length));

const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * The name of a method: the operation's id without the noun of its resource (`getSupplierRisk` of the suppliers is `getRisk`);
 * an act on several records ends in `Many` (`createEntities` is `createMany`).
 */
export const methodName = (id: string, tag: string): string => {
  const [whole = '', verb = ''] = /^([a-z]+)/.exec(id) ?? [];
  const rest = id.slice(whole.length);
  const plural = tag.replaceAll(' ', '');
  const nouns = [...(NOUNS[tag] ?? []), plural, singular(plural)];
  const noun = nouns.find((one) => beginsWithWord(rest, one));
  const bare = noun === undefined ? rest : rest.slice(noun.length);
  const isMany = noun === plural && bare === '' && verb !== 'list' && singular(plural) !== plural;
  return NAMES[id] ?? `${verb}${bare}${isMany ? 'Many' : ''}`;
};

const lastSegment = (reference: string): string => reference.split('/').at(-1) ?? '';

const jsonSchema = (content: Media | undefined): Schema | undefined => content?.['application/json']?.schema;

const resolve = ({ components }: Description, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[lastSegment(schema.$ref)] ?? {});

const findAnswer = (description: Description, { responses }: Operation): Method['answer'] => {
  const content = Object.entries(responses).find(([status, { content }]) => /^2/.test(status) && content)?.[1].content;
  if (!content) return 'none';
  const schema = jsonSchema(content);
  if (Object.values(content).some((media) => media.schema?.format === 'binary')) return 'file';
  if (!schema) return 'text';
  const { data, meta } = resolve(description, schema).properties ?? {};
  return data?.type === 'array' && meta && 'total_pages' in (resolve(description, meta).properties ?? {})
    ? 'page'
    : 'data';
};

const getBody = ({ requestBody }: Operation): Method['body'] => {
  if (!requestBody) return 'none';
  return 'multipart/form-data' in requestBody.content ? 'form' : 'json';
};

const listParameters = ({ components }: Description, { parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap((one) => (one.$ref === undefined ? one : (components.parameters[lastSegment(one.$ref)] ?? [])));

const toQuery = (parameters: readonly Parameter[]): Method['query'] => {
  const query = parameters.filter((one) => one.in === 'query' && !BY_OPTIONS.includes(one.name));
  if (query.length === 0) return 'none';
  return query.some(({ required }) => required) ? 'required' : 'optional';
};

const toMethod = (description: Description, path: string, http: string, operation: Operation): Method => {
  const { operationId: id, tags, summary, description: text, deprecated = false } = operation;
  const [tag = ''] = tags;
  const parameters = listParameters(description, operation);
  return {
    id,
    resource: resourceName(tag),
    name: methodName(id, tag),
    http: http.toUpperCase(),
    path,
    query: toQuery(parameters),
    body: getBody(operation),
    answer: findAnswer(description, operation),
    keyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    summary,
    description: text,
    deprecated,
  };
};

/**
 * The methods of all operations, in the order of the document. Throws where two operations would be one method, with a sentence
 * that names them.
 */
export const buildMethods = (description: Description): Method[] => {
  const methods = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([http, operation]) => toMethod(description, path, http, operation)),
  );
  const taken = new Map<string, Method>();
  for (const method of methods) {
    const name = `${method.resource}.${method.name}`;
    const other = taken.get(name);
    if (other) throw new Error(`${other.id} and ${method.id} would both be client.${name}. Name one in NAMES.`);
    taken.set(name, method);
  }
  return methods;
};
