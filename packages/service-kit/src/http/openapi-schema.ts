import { z } from 'zod';

/** A part of a JSON document. */
export type Json = { [name: string]: unknown };

/** Writes zod schemas as JSON schemas of an OpenAPI 3.1 document, the named ones as components. */
export type SchemaWriter = {
  /** The schema, or a reference to it when it has a name. Throws when a name is given to two that differ. */
  write(schema: z.ZodType, io: 'input' | 'output'): Json;
  /** The named schemas so far. */
  components(): Json;
};

const COMPONENTS = '#/components/schemas/';
const FORMATS_WITHOUT_PATTERN: ReadonlySet<unknown> = new Set(['date-time', 'date', 'email']);

/** `anyOf` of one plain type and null as one schema of two types. */
const joinNull = (json: Json): void => {
  const [first, second, ...more] = (json.anyOf ?? []) as Json[];
  if (!first || second?.type !== 'null' || more.length > 0) return;
  if (typeof first.type !== 'string' || 'enum' in first || 'const' in first) return;
  delete json.anyOf;
  Object.assign(json, { ...first, ...json, type: [first.type, 'null'] });
};

/** Alternatives in alternatives as one list of them. */
const flatten = (json: Json): void => {
  if (!Array.isArray(json.anyOf)) return;
  json.anyOf = (json.anyOf as Json[]).flatMap((one) =>
    Array.isArray(one.anyOf) && Object.keys(one).length === 1 ? one.anyOf : [one],
  );
};

const dropSafeBounds = (json: Json): void => {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

type Context = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema };

/** What zod says more strictly or at greater length than a description should. */
const simplify = ({ zodSchema, jsonSchema }: Context, io: 'input' | 'output'): void => {
  const json = jsonSchema as Json;
  const { def } = zodSchema._zod;
  if (FORMATS_WITHOUT_PATTERN.has(json.format)) delete json.pattern;
  if (def.type === 'record') delete json.propertyNames;
  // An answer may get further members, so a client must not refuse them.
  if (def.type === 'object' && io === 'output' && !def.catchall) delete json.additionalProperties;
  if (def.type === 'default' && json.default === undefined) json.default = def.defaultValue;
  flatten(json);
  joinNull(json);
  dropSafeBounds(json);
};

const withComponentRefs = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/$defs/', `"$ref":"${COMPONENTS}`));

/** A writer without components yet. */
export const makeSchemaWriter = (): SchemaWriter => {
  const components: Json = {};

  const addComponent = (name: string, schema: unknown): void => {
    const known = components[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas that differ are named ${name}. Give one of them another name.`);
    components[name] = schema;
  };

  return {
    components: () => components,
    write(schema, io) {
      const written = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        override: (context) => simplify(context, io),
      });
      const { $schema: _dialect, $defs = {}, ...json } = withComponentRefs(written) as Json & { $defs?: Json };
      for (const [name, named] of Object.entries($defs)) addComponent(name, named);
      return json;
    },
  };
};
