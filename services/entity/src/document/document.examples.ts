import { exampleId } from '@qsc/contracts';

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
