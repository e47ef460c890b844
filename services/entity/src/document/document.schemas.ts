import { ENTITY_TYPES, exampleId } from '@qsc/contracts';
import { listQuery, wholeNumber } from '@qsc/service-kit';
import { z } from 'zod';
import { CreateEntity, DocumentFileView, Entity, RelatedRecordView } from '../entity/entity.schemas.ts';

const RELATED = 20;
const LATEST_VERSION = 2_147_483_647;

export const RELATED_TYPES = [...ENTITY_TYPES, 'quality_event'] as const;

const RelatedRecordInput = z
  .strictObject({
    type: z.enum(RELATED_TYPES).meta({
      description:
        '`quality_event`, or the type of an entity; `certificate` is a certificate (`cert_…`) or an entity of that type.',
    }),
    id: z.string().min(1).max(64),
  })
  .meta({ id: 'NewRelatedRecord', description: 'A record that the document belongs to.' });

export type RelatedRecordInput = z.infer<typeof RelatedRecordInput>;

export const CreateDocument = CreateEntity.pick({ name: true, attributes: true })
  .extend({ related_to: z.array(RelatedRecordInput).max(RELATED).optional() })
  .meta({ id: 'NewDocument' });

export type CreateDocument = z.infer<typeof CreateDocument>;

export const ReplaceContent = CreateEntity.pick({ name: true, attributes: true }).partial().meta({
  id: 'DocumentContentChange',
  description: 'What changes beside the file, merged as by PATCH; `{}` for nothing.',
});

export type ReplaceContent = z.infer<typeof ReplaceContent>;

/** A document as the API shows it. */
export const Document = Entity.extend({
  file: DocumentFileView.nullable().meta({ description: 'Null for a document that has no file yet.' }),
  related_to: z.array(RelatedRecordView),
}).meta({ id: 'Document', description: 'An entity of the type `document` with its file.' });

export const DocumentId = z.object({
  document_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the document.', examples: [exampleId('entity', 6)] }),
});

export const DocumentListQuery = z.strictObject({
  related_to: z.string().min(1).max(64).optional().meta({ description: 'The documents of the record with this id.' }),
  ...listQuery(['created_at', 'updated_at', 'name']),
});

export type DocumentListQuery = z.infer<typeof DocumentListQuery>;

export const ContentQuery = z.strictObject({
  version: wholeNumber(1, LATEST_VERSION)
    .optional()
    .meta({ description: 'The file that the document had at this version; the current one where it is left out.' }),
});

export const newDocumentExample = {
  name: 'Cleaning validation report CV-114',
  attributes: { document_number: 'CV-114' },
  related_to: [{ type: 'supplier' as const, id: exampleId('entity') }],
};

export const documentExample = {
  id: exampleId('entity', 6),
  type: 'document' as const,
  name: newDocumentExample.name,
  attributes: newDocumentExample.attributes,
  relationships: [],
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
  version: 1,
  file: {
    file_id: exampleId('file', 2),
    filename: 'CV-114.pdf',
    mime_type: 'application/pdf',
    size_bytes: 48_213,
    checksum: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  related_to: newDocumentExample.related_to,
};

export const replacedContentExample = { name: 'Cleaning validation report CV-114, second edition' };

export const replacedDocumentExample = {
  ...documentExample,
  ...replacedContentExample,
  updated_at: '2026-03-09T14:05:00.000Z',
  version: 2,
};

/** What such a file may hold, of those that are text. */
export const contentExamples = {
  'application/xml': '<report number="CV-114"/>',
  'text/csv': 'Sample,Residue\n1,0.2 ppm\n',
  'text/plain': 'Swabs were taken after the third cleaning.\n',
};
