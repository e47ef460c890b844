import { z } from 'zod';
import { MappingPart } from '../mapping/mapping.schemas.ts';

const TEXT_LENGTH = 256;

export const SourceQuery = z.strictObject({
  object: z.string().min(1).max(TEXT_LENGTH).optional().meta({
    description: 'The object whose fields are described, as `source_object` of a mapping names it. Without it: none.',
  }),
});

const SourceField = z
  .object({
    path: z.string().meta({ description: 'As `source` of a mapping names it.' }),
    label: z.string().nullable().meta({ description: 'What its users call it there.' }),
    type: z.string().meta({ description: 'Its type, by the name that the external system has for it.' }),
    required: z.boolean(),
    max_length: z.number().int().nullable(),
  })
  .meta({ id: 'SourceField', description: 'A field of the external system.' });

export const SourceDescription = z
  .object({
    objects: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The objects that can be mapped; null where the kind of system does not list them.' }),
    fields: z.array(SourceField),
  })
  .meta({ id: 'SourceDescription', description: 'What the external system says of itself.' });

export const PreviewMapping = z
  .strictObject({
    mapping: MappingPart,
    record_id: z.string().min(1).max(TEXT_LENGTH).optional().meta({
      description: 'The external key of the record that is read. Unless given, one that fits the filters.',
    }),
  })
  .meta({ id: 'MappingPreviewRequest' });

export type PreviewMapping = z.infer<typeof PreviewMapping>;

const Json = z.unknown().meta({ description: 'Any JSON value; null where there is none.' });

const PreviewedField = z
  .object({
    source: z.string(),
    target: z.string(),
    from: Json,
    to: Json,
    problem: z.string().nullable().meta({ description: 'Why the value cannot be taken; `to` is null then.' }),
  })
  .meta({ id: 'PreviewedField', description: 'What a mapping makes of one field.' });

export const MappingPreview = z
  .object({
    record_id: z
      .string()
      .nullable()
      .meta({ description: 'The external key of the record; null where there is no such record.' }),
    fields: z.array(PreviewedField),
  })
  .meta({ id: 'MappingPreview', description: 'What a mapping makes of a record of the external system.' });

export const sourceExample = {
  objects: ['Parts'],
  fields: [{ path: 'Name', label: null, type: 'String', required: false, max_length: null }],
};

export const previewRequestExample = {
  mapping: {
    entity_type: 'supplier' as const,
    source_object: 'Parts',
    field_mappings: [
      { source: 'Name', target: 'name', required: true },
      { source: 'Mark', target: 'attributes.country', transformation: 'country_code' as const },
    ],
  },
};

export const previewExample = {
  record_id: 'X-Lactose',
  fields: [
    { source: 'Name', target: 'name', from: 'Lactose', to: 'Lactose', problem: null },
    { source: 'Mark', target: 'attributes.country', from: 'Switzerland', to: 'CH', problem: null },
  ],
};
