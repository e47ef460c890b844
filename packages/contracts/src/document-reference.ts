import { z } from 'zod';

/** A document as another record refers to it: with the version and the file that it had at that moment (decisions §4, "Documents"). */
export const DocumentReference = z
  .object({
    document_id: z.string(),
    version: z.number().int().meta({ description: 'The version of the document at that moment.' }),
    checksum: z.string().nullable().meta({ description: '`sha256:` and the digest of its file; null without a file.' }),
    filename: z.string().nullable(),
  })
  .meta({
    id: 'DocumentReference',
    description: 'A document with the version and the file that it had when it was referred to.',
  });

export type DocumentReference = z.infer<typeof DocumentReference>;
