import { exampleId, visibleText } from '@qsc/contracts';
import {
  ChangedValues,
  Instant,
  isObject,
  listParameter,
  listQuery,
  Moment,
  Paging,
  searchQuery,
  timeline,
} from '@qsc/service-kit';
import { z } from 'zod';
import { type Attributes, attributeFaults } from './attributes.ts';
import { ENTITY_TYPES, RELATIONSHIP_LIMIT } from './entity.ts';

const NAME_LENGTH = 512;

export const EntityType = z.enum(ENTITY_TYPES).meta({ id: 'EntityType', description: 'What kind of record it is.' });

/** One meaning for attributes that come in and that go out. */
const ATTRIBUTES = {
  id: 'Attributes',
  type: 'object',
  additionalProperties: true,
  description:
    'Free-form values by name: text, numbers, lists, objects in objects. At most 64 KiB, eight deep. A name has 1 to 128 ' +
    'characters; it does not begin with `$` and has no dot, backslash or null character.',
} as const;

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
  .meta(ATTRIBUTES);

const Name = visibleText(NAME_LENGTH).refine((text) => !text.includes('\0'), 'A name may not contain a null character');

export const RelationshipInput = z
  .strictObject({
    type: visibleText(64).meta({ description: 'How the entities are connected, such as `supplies`.' }),
    target_id: z.string().min(1).max(64).meta({ description: 'The entity that it points to.' }),
    attributes: AttributesInput.optional(),
  })
  .meta({ id: 'NewRelationship' });

export type RelationshipInput = z.infer<typeof RelationshipInput>;

export const CreateEntity = z
  .strictObject({
    type: EntityType,
    name: Name.meta({ description: 'How people call it.' }),
    attributes: AttributesInput.optional(),
    relationships: z.array(RelationshipInput).max(RELATIONSHIP_LIMIT).optional(),
  })
  .meta({ id: 'NewEntity' });

export type CreateEntity = z.infer<typeof CreateEntity>;

/** A JSON Merge Patch (RFC 7396) on name and attributes. */
export const PatchEntity = z.strictObject({ name: Name.optional(), attributes: AttributesInput.optional() }).meta({
  id: 'EntityPatch',
  description: 'A JSON Merge Patch: what is left out stays, and null removes an attribute.',
});

/** Attributes as they were stored; checked when they came in. */
const Json = z.custom<Attributes>(isObject).meta(ATTRIBUTES);

export const Relationship = z
  .object({
    id: z.string(),
    type: z.string(),
    target_id: z.string(),
    target_name: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The name of the target where it is asked for; null when there is none any more.' }),
    attributes: Json,
  })
  .meta({ id: 'Relationship', description: 'A relationship of this entity to another.' });

/** A relationship of another entity that points to this one. */
export const InboundRelationship = z
  .object({
    id: z.string(),
    type: z.string(),
    source_id: z.string(),
    source_name: z.string(),
    attributes: Json,
  })
  .meta({ id: 'InboundRelationship', description: 'A relationship of another entity that points to this one.' });

/** What a list of relationships holds, by its direction. */
export const AnyRelationship = z.union([Relationship, InboundRelationship]).meta({ id: 'AnyRelationship' });

/** The file of a document. */
export const DocumentFileView = z
  .object({
    file_id: z.string(),
    filename: z.string(),
    mime_type: z.string().meta({ description: 'Recognised by the content of the file.' }),
    size_bytes: z.number().int(),
    checksum: z.string().meta({ description: '`sha256:` and the digest of the file in hexadecimal.' }),
  })
  .meta({ id: 'DocumentFile' });

/** A record that a document belongs to. */
export const RelatedRecordView = z.object({ type: z.string(), id: z.string() }).meta({ id: 'RelatedRecord' });

/** An entity as the API shows it. */
export const Entity = z
  .object({
    id: z.string(),
    type: EntityType,
    name: z.string(),
    attributes: Json,
    relationships: z.array(Relationship),
    created_at: Instant,
    updated_at: Instant,
    created_by: z.string().meta({ description: 'The user or application that created it.' }),
    version: z.number().int().meta({ description: 'Begins at 1 and rises with each change.' }),
    file: DocumentFileView.optional().meta({ description: 'Of a document that has a file.' }),
    related_to: z.array(RelatedRecordView).optional().meta({ description: 'What a document belongs to.' }),
  })
  .meta({ id: 'Entity', description: 'A record of quality or supply chain.' });

export const HistoryRecord = z
  .object({
    version: z.number().int(),
    changes: ChangedValues,
    changed_at: Instant,
    changed_by: z.string(),
  })
  .meta({ id: 'EntityVersion', description: 'What changed with one version of an entity.' });

export const EntityId = z.object({
  entity_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the entity.', examples: [exampleId('entity')] }),
});
export const RelationshipId = EntityId.extend({
  relationship_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the relationship.', examples: [exampleId('relationship')] }),
});

/** The filters of the list; `attributes.<key>` reaches nested keys by dots. */
export const EntityListQuery = z
  .object({
    type: listParameter(z.enum(ENTITY_TYPES))
      .optional()
      .meta({ description: `One or several types by comma: ${ENTITY_TYPES.join(', ')}.` }),
    name: z.string().min(1).max(NAME_LENGTH).optional().meta({ description: 'A part of the name, in any case.' }),
    ...searchQuery,
    created_after: Moment.optional().meta({ description: 'Created after this instant or day.' }),
    created_before: Moment.optional().meta({ description: 'Created before this instant or day.' }),
    updated_after: Moment.optional().meta({ description: 'Changed after this instant or day.' }),
    ...listQuery(['created_at', 'updated_at', 'name', 'type', 'id']),
  })
  .catchall(z.string().max(4_096))
  .superRefine((query, context) => {
    const known = new Set([
      'q',
      'type',
      'name',
      'created_after',
      'created_before',
      'updated_after',
      'sort',
      'page',
      'per_page',
    ]);
    const keys = Object.keys(query).filter((key) => !known.has(key) && !/^attributes\.[^.]/.test(key));
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: query });
  });

export type EntityListQuery = z.infer<typeof EntityListQuery>;

export const EntityReadQuery = z.strictObject({
  include: listParameter(z.string().min(1).max(64)).optional().meta({
    description:
      '`relationships` names the targets of all relationships; relation types by comma show and name only those.',
  }),
});

export const HistoryQuery = z.strictObject({
  ...timeline('version'),
  per_page: Paging.per_page.unwrap().default(100).meta({ description: 'How many versions to a page.' }),
});

export const DeleteQuery = z.strictObject({
  hard: z.enum(['true', 'false']).default('false').meta({ description: '`true` removes the entity for good.' }),
});

export const RelationshipListQuery = z.strictObject({
  ...Paging,
  direction: z
    .enum(['outbound', 'inbound'])
    .default('outbound')
    .meta({ description: 'From this entity to others, or from others to this one.' }),
  type: listParameter(z.string().min(1).max(64))
    .optional()
    .meta({ description: 'One or several types of relationship by comma.' }),
  sort: z.enum(['id', '-id', 'type', '-type']).default('id').meta({
    description: 'The order, with `-` before the field for descending: `id` is that in which they were added.',
  }),
});

export type RelationshipListQuery = z.infer<typeof RelationshipListQuery>;
