import { z } from 'zod';
import { Column, type ColumnRule, type ConstantRule, fixed, fromColumn, Key, Label } from './column-rule.schema.ts';
import { EventRule } from './event-rule.schema.ts';

const ENTITY_TYPES = ['supplier', 'component', 'product', 'certificate', 'equipment', 'facility', 'document'] as const;

const Path = z
  .string()
  .regex(/^[^.$\0][^.\0]{0,127}(\.[^.$\0][^.\0]{0,127}){0,6}$/, 'Use names joined by dots; none begins with $')
  .refine((path) => !path.split('.').includes('__proto__'), 'The name __proto__ is reserved')
  .refine((path) => !/^source(_key)?(\.|$)/.test(path), 'The importer keeps source and source_key itself');

/** A column's name alone, a rule on a column, or a constant; distinguished first, so that faults are named and not "invalid". */
const Attribute = z.unknown().transform((given, context): ColumnRule | ConstantRule => {
  const rule = typeof given === 'string' ? { column: given } : given;
  const isConstant = typeof rule === 'object' && rule !== null && 'constant' in rule;
  const parsed = (isConstant ? fixed : fromColumn).safeParse(rule);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path });
  return z.NEVER;
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
    events: z.array(EventRule).default([]),
  })
  .superRefine(({ entities, events }, context) => {
    for (const [index, entity] of entities.entries())
      for (const message of entityFaults(entity, entities.slice(0, index)))
        context.addIssue({ code: 'custom', message, path: ['entities', index] });
    for (const [index, { id, about }] of events.entries()) {
      const others = [...entities, ...events.slice(0, index)];
      const lost = about.find((one) => !entities.some((entity) => entity.id === one));
      const path = ['events', index];
      if (lost !== undefined)
        context.addIssue({ code: 'custom', message: `There is no entity of the id "${lost}"`, path });
      if (others.some((other) => other.id === id))
        context.addIssue({ code: 'custom', message: `The id "${id}" stands twice`, path });
    }
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
