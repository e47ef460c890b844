import type { z } from 'zod';

/** Gives a value the members of a schema and no other. Throws where it does not have the schema's form. */
export type AnswerProjection = (value: unknown) => unknown;

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

const misfit = (expected: string): Error => new Error(`An answer does not have its form: ${expected} is missing.`);

const scalar =
  (type: string): AnswerProjection =>
  (value) => {
    if (typeof value !== type) throw misfit(`a ${type}`);
    return value;
  };

const orElse =
  (empty: null | undefined, inner: AnswerProjection): AnswerProjection =>
  (value) =>
    value === empty ? empty : inner(value);

const projectList =
  (item: AnswerProjection): AnswerProjection =>
  (value) => {
    if (!Array.isArray(value)) throw misfit('a list');
    return value.map((one) => item(one));
  };

const isInstant = (out: z.core.$ZodType): boolean =>
  out._zod.def.type === 'string' && (out._zod.def as z.core.$ZodStringFormatDef).format === 'datetime';

const instantOr =
  (parse: AnswerProjection): AnswerProjection =>
  (value) =>
    value instanceof Date ? value.toISOString() : parse(value);

const projectObject = (shape: z.ZodObject): AnswerProjection => {
  const members = Object.entries(shape.shape).map(
    ([name, type]) => [name, makeAnswerProjection(type as z.ZodType)] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null) throw misfit('an object');
    const shown: Record<string, unknown> = {};
    for (const [name, project] of members) {
      const member = project((value as Record<string, unknown>)[name]);
      if (member !== undefined) shown[name] = member;
    }
    return shown;
  };
};

/**
 * What picks the members of a schema out of a value that was checked when it was stored, so that it need not be parsed
 * again. Formats and lengths are not looked at; members that the schema does not have are left out at every depth, and
 * whatever is more than objects, lists and scalars is parsed.
 */
export const makeAnswerProjection = (schema: z.ZodType): AnswerProjection => {
  const { def } = schema._zod;
  const parse: AnswerProjection = (value) => schema.parse(value);
  if (SCALARS.has(def.type)) return scalar(def.type);
  switch (def.type) {
    case 'object':
      return (def as z.core.$ZodObjectDef).catchall ? parse : projectObject(schema as z.ZodObject);
    case 'array':
      return projectList(makeAnswerProjection((schema as z.ZodArray<z.ZodType>).element));
    case 'optional':
      return orElse(undefined, makeAnswerProjection((schema as z.ZodOptional<z.ZodType>).unwrap()));
    case 'nullable':
      return orElse(null, makeAnswerProjection((schema as z.ZodNullable<z.ZodType>).unwrap()));
    case 'pipe':
      return isInstant((def as z.core.$ZodPipeDef).out) ? instantOr(parse) : parse;
    default:
      return parse;
  }
};
