import { ENTITY_TYPES, exampleId, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { z } from 'zod';
import { BUILT_IN_TRANSFORMATIONS, CONTENT_STORAGES, FILTER_OPERATORS } from './mapping.ts';
import { targetFault } from './target.ts';

/** The kinds of record that an external object can become. */
export const MAPPED_TYPES = [...ENTITY_TYPES, 'quality_event'] as const;

const LISTED = 50;
const FIELDS = 200;
const VALUES = 1_000;
const TEXT_LENGTH = 256;
const PLACEHOLDER = '{value}';

const Text = z.string().min(1).max(TEXT_LENGTH);

const EntityType = z.enum(MAPPED_TYPES).meta({ id: 'MappedType', description: 'The kind of record here.' });

const Path = Text.refine((path) => path.split('.').every((name) => name !== '' && name !== '__proto__'), {
  error: 'A path is names with dots between them',
}).meta({ description: 'A field of the external record; dots reach into objects.' });

const Target = Text.superRefine((target, context) => {
  const message = targetFault(target);
  if (message) context.addIssue({ code: 'custom', message: message.replace(/\.$/, '') });
}).meta({ description: '`name` or `attributes.<path>`.', examples: ['name'] });

const LookupField = Text.superRefine((field, context) => {
  const message = targetFault(field === 'name' || field.startsWith('attributes.') ? field : `attributes.${field}`);
  if (message) context.addIssue({ code: 'custom', message: message.replace(/\.$/, '') });
}).meta({ description: '`name`, or an attribute, with or without `attributes.` before it.' });

const BuiltIn = z.enum(BUILT_IN_TRANSFORMATIONS).meta({ id: 'BuiltInTransformation' });

const LookupValues = z
  .record(z.string().max(TEXT_LENGTH), z.union([z.string().max(TEXT_LENGTH), z.number(), z.boolean(), z.null()]))
  .refine((values) => Object.keys(values).length <= VALUES, `A lookup has at most ${VALUES} values`)
  .meta({ id: 'LookupValues' });

// Each has a name of its own, since generators of clients have none for what lies in a union of unions.
const Rule = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('lookup'), values: LookupValues }).meta({ id: 'LookupRule' }),
    z
      .strictObject({ type: z.literal('entity_lookup'), entity_type: EntityType, lookup_field: LookupField })
      .meta({ id: 'EntityLookupRule' }),
    z
      .strictObject({ type: z.literal('entity_reference'), entity_type: EntityType })
      .meta({ id: 'EntityReferenceRule' }),
    z.strictObject({ type: z.literal('json_parse') }).meta({ id: 'JsonParseRule' }),
    z
      .strictObject({
        type: z.literal('format'),
        pattern: Text.refine((pattern) => pattern.includes(PLACEHOLDER), `A pattern has ${PLACEHOLDER} in it`),
      })
      .meta({ id: 'FormatRule' }),
  ])
  .meta({ id: 'TransformationRule' });

const Transformation = z
  .union([BuiltIn, Rule], {
    error: `A transformation is ${BUILT_IN_TRANSFORMATIONS.join(', ')}, or an object of the type lookup, entity_lookup, entity_reference, json_parse or format with what it needs`,
  })
  .meta({
    id: 'Transformation',
    description:
      '`country_code`, `trim`, `upper`, `lower`, `date`, `number` or `boolean`, or a rule: `lookup` (by a table), `entity_lookup` (the id of the record whose field has the value), `entity_reference` (the id of the record that this connection made of the external key), `json_parse`, `format` (`{value}` in a text). Of a list, each member is transformed.',
  });

const FieldMapping = z.strictObject({
  source: Path,
  target: Target,
  required: z.boolean().default(false),
  transformation: Transformation.nullable().default(null),
});

const FilterValue = z.union([z.string().max(TEXT_LENGTH), z.number(), z.boolean()]);

const Filter = z
  .strictObject({
    field: Path,
    operator: z.enum(FILTER_OPERATORS),
    value: z.union([FilterValue, z.null(), z.array(FilterValue).min(1).max(LISTED)], {
      error: 'A value, or a list of values for in',
    }),
  })
  .meta({ id: 'MappingFilter', description: 'Only external records for which this holds.' });

const Bidirectional = z.strictObject({
  enabled: z.boolean(),
  create: z.boolean().default(false).meta({ description: 'Whether records without a counterpart are made there.' }),
  fields: z.array(Target).max(FIELDS).default([]).meta({ description: 'The targets that are sent back.' }),
  custom_fields: z
    .record(z.string().max(TEXT_LENGTH), Path)
    .default({})
    .meta({ description: 'By target: the external path, where it is another than the source.' }),
});

const ContentStorage = z.enum(CONTENT_STORAGES).meta({
  id: 'ContentStorage',
  description: 'Where the files lie: in the store of the deployment, whether that is said or not.',
});

const ContentSync = z
  .strictObject({
    enabled: z.boolean(),
    rendition_type: Text.nullable().default(null),
    storage: ContentStorage.nullable().default(null),
    on_update: Text.nullable().default(null),
  })
  .meta({ description: 'Whether and how the files of documents are brought here.' });

const WorkflowSync = z.strictObject({
  enabled: z.boolean(),
  lifecycle: Text.nullable().default(null),
  state_mappings: z
    .array(z.strictObject({ external_state: Text, service_state: Text }))
    .max(LISTED)
    .default([]),
  transition_triggers: z
    .strictObject({
      external_to_service: z.boolean().default(false),
      service_to_external: z.boolean().default(false),
    })
    .default({ external_to_service: false, service_to_external: false }),
});

const EsignatureSync = z.strictObject({
  enabled: z.boolean(),
  signature_field: Path.nullable().default(null),
  sync_direction: Text.default('inbound').meta({
    description:
      '`inbound` or `bidirectional`: in either, signatures that were made there come here, and none is sent.',
  }),
  include_meaning: z.boolean().default(true),
});

const content = {
  entity_type: EntityType,
  source_object: Text.meta({ description: 'What it is called there, such as `vendor__v` or `A_BusinessPartner`.' }),
  document_types: z.array(Text).max(LISTED).default([]),
  event_subtype: z.enum(QUALITY_EVENT_TYPES).nullable().default(null).meta({
    description: 'The kind of quality event; required where `entity_type` is `quality_event`, else null.',
  }),
  field_mappings: z
    .array(FieldMapping.meta({ id: 'NewFieldMapping' }))
    .min(1)
    .max(FIELDS),
  filters: z.array(Filter).max(LISTED).default([]),
  bidirectional: Bidirectional.meta({ id: 'NewBidirectional' }).nullable().default(null),
  content_sync: ContentSync.meta({ id: 'NewContentSync' }).nullable().default(null),
  workflow_sync: WorkflowSync.meta({ id: 'NewWorkflowSync' }).nullable().default(null),
  esignature_sync: EsignatureSync.meta({ id: 'NewEsignatureSync' }).nullable().default(null),
};

/** A mapping as a body has it. */
export const MappingPart = z
  .strictObject({
    id: z.string().max(64).optional().meta({
      description:
        'The id of an existing mapping, which retains its links while its object and kind of record stay the same. Optional.',
    }),
    ...content,
  })
  .meta({ id: 'NewMapping' });

export type NewMapping = z.infer<typeof MappingPart>;

/** The body of `PUT …/mappings`: all mappings of the connection. */
export const PutMappings = z.strictObject({ mappings: z.array(MappingPart).max(LISTED) }).meta({ id: 'NewMappings' });

export type PutMappings = z.infer<typeof PutMappings>;

/** A stored mapping has every member, so that its parts have their own schema names. */
const stored = {
  ...content,
  field_mappings: z.array(FieldMapping.meta({ id: 'FieldMapping' })),
  bidirectional: Bidirectional.meta({ id: 'Bidirectional' }).nullable(),
  content_sync: ContentSync.meta({ id: 'ContentSync' }).nullable(),
  workflow_sync: WorkflowSync.meta({ id: 'WorkflowSync' }).nullable(),
  esignature_sync: EsignatureSync.meta({ id: 'EsignatureSync' }).nullable(),
};

/** A mapping as it is stored and shown. */
export const MappingView = z
  .object({
    id: z.string().meta({ examples: [exampleId('mapping')] }),
    ...stored,
  })
  .meta({ id: 'Mapping' });

export const newMappingExample = {
  entity_type: 'supplier' as const,
  source_object: 'vendor__v',
  field_mappings: [
    { source: 'name__v', target: 'name', required: true },
    { source: 'vendor_code__c', target: 'attributes.supplier_code', required: true, transformation: 'upper' as const },
    { source: 'country__c', target: 'attributes.country', transformation: 'country_code' as const },
  ],
  filters: [{ field: 'status__v', operator: 'eq' as const, value: 'active__v' }],
};

export const mappingExample = {
  id: exampleId('mapping'),
  ...newMappingExample,
  document_types: [],
  event_subtype: null,
  field_mappings: newMappingExample.field_mappings.map((field) => ({
    required: false,
    transformation: null,
    ...field,
  })),
  bidirectional: null,
  content_sync: null,
  workflow_sync: null,
  esignature_sync: null,
};
