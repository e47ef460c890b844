import { Changes } from '@qsc/contracts/events';
import { Instant, Paging } from '@qsc/service-kit';
import { z } from 'zod';
import { type Attributes, attributeFaults, isObject } from './attributes.ts';
import { ENTITY_TYPES, RELATIONSHIP_LIMIT } from './entity.ts';

const NAME_LENGTH = 512;

/** Free-form attributes as a caller sends them; refuses names and depths that cannot be stored or filtered. */
const AttributesInput = z
  .custom<Attributes>(isObject, 'Attributes are a JSON object')
  .superRefine((value, context) => {
    for (const fault of attributeFaults(value, ''))
      context.addIssue({
        code: 'custom',
        message: fault.message.replace(/\.$/, ''),
        path: fault.field.split('.').filter(Boolean),
      });
  })
  .meta({ type: 'object', additionalProperties: true });

const Name = z
  .string()
  .min(1)
  .max(NAME_LENGTH)
  .refine((text) => text.trim() !== '', 'A name may not be blank')
  .refine((text) => !text.includes('\0'), 'A name may not contain a null character');

export const RelationshipInput = z.strictObject({
  type: z.string().min(1).max(64),
  target_id: z.string().min(1).max(64),
  attributes: AttributesInput.optional(),
});

export type RelationshipInput = z.infer<typeof RelationshipInput>;

export const CreateEntity = z.strictObject({
  type: z.enum(ENTITY_TYPES),
  name: Name,
  attributes: AttributesInput.optional(),
  relationships: z.array(RelationshipInput).max(RELATIONSHIP_LIMIT).optional(),
});

export type CreateEntity = z.infer<typeof CreateEntity>;

/** A JSON Merge Patch (RFC 7396) on name and attributes. */
export const PatchEntity = z.strictObject({ name: Name.optional(), attributes: AttributesInput.optional() });

/** Attributes as they were stored; checked when they came in. */
const Json = z.custom<Attributes>(isObject).meta({ type: 'object', additionalProperties: true });

export const Relationship = z.object({
  id: z.string(),
  type: z.string(),
  target_id: z.string(),
  target_name: z.string().nullable().optional(),
  attributes: Json,
});

/** A relationship of another entity that points to this one. */
export const InboundRelationship = z.object({
  id: z.string(),
  type: z.string(),
  source_id: z.string(),
  source_name: z.string(),
  attributes: Json,
});

/** An entity as the API shows it. */
export const Entity = z.object({
  id: z.string(),
  type: z.enum(ENTITY_TYPES),
  name: z.string(),
  attributes: Json,
  relationships: z.array(Relationship),
  created_at: Instant,
  updated_at: Instant,
  created_by: z.string(),
  version: z.number().int(),
});

export const HistoryRecord = z.object({
  version: z.number().int(),
  changes: Changes,
  changed_at: Instant,
  changed_by: z.string(),
});

export const EntityId = z.object({ entity_id: z.string().max(64) });
export const RelationshipId = EntityId.extend({ relationship_id: z.string().max(64) });

const SORTS = ['created_at', 'updated_at', 'name', 'type', 'id'] as const;

const Sort = z
  .string()
  .refine(
    (sort) => SORTS.some((field) => sort === field || sort === `-${field}`),
    `Sort by one of ${SORTS.join(', ')}, with - for descending`,
  )
  .default('-created_at');

/** An instant or a day (its beginning, UTC). */
const InstantFilter = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((text) => new Date(text));

const Types = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(ENTITY_TYPES)));

/** The filters of the list; `attributes.<key>` reaches nested keys by dots. */
export const EntityListQuery = z
  .object({
    type: Types.optional(),
    name: z.string().min(1).max(NAME_LENGTH).optional(),
    created_after: InstantFilter.optional(),
    created_before: InstantFilter.optional(),
    updated_after: InstantFilter.optional(),
    sort: Sort,
    ...Paging,
  })
  .catchall(z.string().max(4_096))
  .superRefine((query, context) => {
    const known = new Set([
      'type',
      'name',
      'created_after',
      'created_before',
      'updated_after',
      'sort',
      'page',
      'per_page',
    ]);
    for (const key of Object.keys(query))
      if (!known.has(key) && !/^attributes\.[^.]/.test(key))
        context.addIssue({ code: 'custom', message: 'There is no query parameter of this name', path: [key] });
  });

export type EntityListQuery = z.infer<typeof EntityListQuery>;

export const EntityReadQuery = z.strictObject({
  /** `relationships`, or relation types, by comma: their targets are named. */
  include: z.string().max(1_024).optional(),
});

export const HistoryQuery = z.strictObject({
  ...Paging,
  per_page: Paging.per_page.unwrap().default(100),
  sort: z.enum(['version', '-version']).default('-version'),
});

export const DeleteQuery = z.strictObject({ hard: z.enum(['true', 'false']).default('false') });

export const RelationshipListQuery = z.strictObject({
  ...Paging,
  direction: z.enum(['outbound', 'inbound']).default('outbound'),
  type: z.string().max(64).optional(),
});
