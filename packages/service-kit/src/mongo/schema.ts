import mongoose, { type SchemaDefinition } from 'mongoose';
import type { z } from 'zod';

const WRAPPERS: ReadonlySet<string> = new Set(['optional', 'nullable', 'default', 'readonly']);

const unwrap = (type: z.core.$ZodType): z.core.$ZodType => {
  let inner = type;
  while (WRAPPERS.has(inner._zod.def.type))
    inner = (inner._zod.def as unknown as { innerType: z.core.$ZodType }).innerType;
  return inner;
};

const toMongooseType = (type: z.core.$ZodType): SchemaDefinition[string] => {
  const inner = unwrap(type);
  switch (inner._zod.def.type) {
    case 'string':
    case 'enum':
    case 'literal':
      return { type: String };
    case 'number':
    case 'int':
      return { type: Number };
    case 'boolean':
      return { type: Boolean };
    case 'date':
      return { type: Date };
    case 'array': {
      const element = toMongooseType((inner as z.core.$ZodArray)._zod.def.element) as { type: unknown };
      return { type: [element.type] as unknown as typeof mongoose.Schema.Types.Mixed, default: undefined };
    }
    case 'object':
      return { type: nested(inner as z.ZodObject) };
    default:
      return { type: mongoose.Schema.Types.Mixed };
  }
};

const fields = (shape: z.ZodObject): SchemaDefinition =>
  Object.fromEntries(Object.entries(shape.shape).map(([key, type]) => [key, toMongooseType(type)]));

const nested = (shape: z.ZodObject): mongoose.Schema =>
  new mongoose.Schema(fields(shape), { _id: false, strict: 'throw' });

/** The mongoose schema of a stored shape, so that casting and strict queries follow the one description in zod. */
export const toMongooseSchema = (shape: z.ZodObject): mongoose.Schema =>
  new mongoose.Schema(
    { ...fields(shape), _id: { type: String } },
    { strict: 'throw', strictQuery: 'throw', versionKey: false, minimize: false, autoIndex: false },
  );
