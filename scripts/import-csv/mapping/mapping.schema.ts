import { z } from 'zod';
import { dateFormatFault } from '../record/date-format.ts';

const ENTITY_TYPES = ['supplier', 'component', 'product', 'certificate', 'equipment', 'facility', 'document'] as const;

const Column = z.string().min(1);
const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Label = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Use small letters, digits, - and _, a letter first');
const Path = z
  .string()
  .regex(/^[^.$\0][^.\0]{0,127}(\.[^.$\0][^.\0]{0,127}){0,6}$/, 'Use names joined by dots; none begins with $')
  .refine((path) => !path.split('.').includes('__proto__'), 'The name __proto__ is reserved')
  .refine((path) => !/^source(_key)?(\.|$)/.test(path), 'The importer keeps source and source_key itself');

/** Set when the entity is created, and left alone afterwards: for what lives on in the system, such as a status. */
const Initial = z.boolean().default(false);

const fromColumn = z.strictObject({
  column: Column,
  type: z.enum(['text', 'integer', 'number', 'boolean', 'date', 'list']).default('text'),
  /** Of a date; YYYY, MM, M, DD and D stand for its parts. */
  format: z
    .string()
    .default('YYYY-MM-DD')
    .superRefine((format, context) => {
      const message = dateFormatFault(format);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  /** What stands between the items of a list. */
  separator: z.string().min(1).default(';'),
  /** The texts that may stand in the cell, and what each becomes. */
  values: z.record(z.string(), Scalar).optional(),
  /** Texts that mean that nothing is known. */
  blank: z.array(z.string()).default([]),
  required: z.boolean().default(false),
  /** The values of all rows of the entity, as a sorted list. */
  collect: z.boolean().default(false),
  initial: Initial,
});

const fixed = z.strictObject({
  constant: Scalar,
  initial: Initial,
  /** A rule on a column: the constant is set where that column says something. */
  when: z.strictObject({ column: Column, blank: z.array(z.string()).default([]) }).optional(),
});

/** A column's name alone, a rule on a column, or a constant; told apart first, so that faults are named and not "invalid". */
const Attribute = z.unknown().transform((given, context): ColumnRule | ConstantRule => {
  const rule = typeof given === 'string' ? { column: given } : given;
  const isConstant = typeof rule === 'object' && rule !== null && 'constant' in rule;
  const parsed = (isConstant ? fixed : fromColumn).safeParse(rule);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path });
  return z.NEVER;
});

const Key = z.strictObject({
  columns: z.array(Column).min(1),
  /** `name`: without regard to case, spaces and punctuation. */
  match: z.enum(['exact', 'name']).default('exact'),
});

const EntityRule = z.strictObject({
  id: Label,
  type: z.enum(ENTITY_TYPES),
  /** `one`: each row is an entity. `many`: rows with the same key tell of the same entity, the first one's values stand. */
  rows: z.enum(['one', 'many']).default('one'),
  key: Key,
  name: Column,
  /** Where the columns of the key are blank, the row has no such entity; otherwise it is rejected. */
  optional: z.boolean().default(false),
  attributes: z.record(Path, Attribute).default({}),
  relationships: z.array(z.strictObject({ type: z.string().min(1).max(64), to: Label })).default([]),
});

/** A mapping: which entities the rows of a file are, and which column becomes what. */
export const Mapping = z
  .strictObject({
    $schema: z.string().optional(),
    /** Part of what makes an entity the same at the next import; never change it. */
    name: Label,
    description: z.string().optional(),
    delimiter: z.string().length(1).default(','),
    entities: z.array(EntityRule).min(1),
  })
  .superRefine(({ entities }, context) => {
    for (const [index, entity] of entities.entries())
      for (const message of entityFaults(entity, entities.slice(0, index)))
        context.addIssue({ code: 'custom', message, path: ['entities', index] });
  });

const entityFaults = (entity: EntityRule, earlier: readonly EntityRule[]): string[] => {
  const paths = Object.keys(entity.attributes);
  const inside = paths.find((path) => paths.some((other) => path.startsWith(`${other}.`)));
  const lost = entity.relationships.find(({ to }) => !earlier.some(({ id }) => id === to));
  return [
    earlier.some(({ id }) => id === entity.id) ? `The id "${entity.id}" stands twice` : null,
    inside === undefined ? null : `The attribute "${inside}" lies inside another attribute`,
    lost === undefined ? null : `The relationship to "${lost.to}" needs an entity of that id further up`,
  ].filter((message) => message !== null);
};

export type Mapping = z.infer<typeof Mapping>;
export type EntityRule = z.infer<typeof EntityRule>;
export type ColumnRule = z.infer<typeof fromColumn>;
export type ConstantRule = z.infer<typeof fixed>;
