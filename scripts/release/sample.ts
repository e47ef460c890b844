import { z } from 'zod';

/** How much of a shape a sample holds: all that may be there, or only what must. */
export type Extent = 'full' | 'least';

type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  minItems?: number;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  format?: string;
  examples?: unknown[];
};

/** A moment that is stored as a date and not as text: so samples of documents mark it, as MongoDB's extended JSON does. */
const MOMENT = '2026-01-01T00:00:00.000Z';
const DATE = 'stored-date';

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': MOMENT,
  date: MOMENT.slice(0, 10),
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  [DATE]: { $date: MOMENT },
};

const toSchema = (shape: z.ZodType): JsonSchema =>
  z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: DATE });
    },
  }) as JsonSchema;

const toText = ({ format, minLength = 1 }: JsonSchema): unknown =>
  BY_FORMAT[format ?? ''] ?? 'text'.padEnd(minLength, '-');

/** Makes a value of a shape, always the same one. What no schema can tell is an empty object. */
export const makeSample = (shape: z.ZodType, extent: Extent): unknown => {
  const root = toSchema(shape);
  const open: string[] = [];

  const makeObject = ({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema): object => {
    const wanted = Object.entries(properties).filter(([name]) => extent === 'full' || required.includes(name));
    const more = typeof additionalProperties === 'object' && extent === 'full' ? additionalProperties : null;
    const name = String(propertyNames?.enum?.[0] ?? 'name');
    return Object.fromEntries([
      ...wanted.map(([key, value]) => [key, make(value)] as const),
      ...(more ? [[name, make(more)] as const] : []),
      ...required.filter((key) => !(key in properties)).map((key) => [key, more ? make(more) : {}] as const),
    ]);
  };

  const makeArray = ({ items, prefixItems, minItems = 0 }: JsonSchema): unknown[] => {
    if (prefixItems) return prefixItems.map(make);
    const count = Math.max(minItems, extent === 'full' ? 1 : 0);
    return typeof items === 'object' ? Array.from({ length: count }, () => make(items)) : [];
  };

  const makeReference = (reference: string): unknown => {
    // A shape that holds itself ends at its second turn.
    if (open.filter((one) => one === reference).length > 1) return null;
    open.push(reference);
    const value = make(root.$defs?.[reference.split('/').at(-1) ?? ''] ?? root);
    open.pop();
    return value;
  };

  const choose = (choices: readonly JsonSchema[]): unknown => {
    const nothing = choices.find(({ type }) => type === 'null');
    const something = choices.find(({ type }) => type !== 'null') ?? {};
    return make(extent === 'least' && nothing ? nothing : something);
  };

  const make = (schema: JsonSchema): unknown => {
    if (schema.$ref) return makeReference(schema.$ref);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.examples) return schema.examples[0];
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return choose(choices);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map(make));
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'object') return makeObject(schema);
    if (type === 'array') return makeArray(schema);
    if (type === 'string') return toText(schema);
    if (type === 'number' || type === 'integer')
      return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    if (type === 'boolean') return true;
    return type === 'null' ? null : {};
  };

  return make(root);
};

/** A sample as a program reads it: what marks a date is one. */
export const revive = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === '$date') return new Date(String(entries[0][1]));
  return Object.fromEntries(entries.map(([key, member]) => [key, revive(member)]));
};
