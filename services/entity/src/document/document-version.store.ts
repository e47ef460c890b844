import { type Change, type Collection, defineCollection, insert, remove, replace, trusted } from '@qsc/service-kit';
import { z } from 'zod';
import type { DocumentFile, Entity } from '../entity/entity.ts';

/** The shape of a document's file where it is stored. */
export const StoredFile = z.object({
  file_id: z.string(),
  filename: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  checksum: z.string(),
});

/** The file of a document from one of its versions on; earlier files stay. */
export const documentVersionDefinition = defineCollection({
  name: 'document_version',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    document_id: z.string(),
    /** The version of the document at which the file was put in place. */
    from_version: z.number().int(),
    file: StoredFile,
    created_at: z.date(),
    /** When the file was first found damaged. */
    damaged_at: z.date().optional(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, document_id: 1, from_version: -1 }, unique: true }],
});

type StoredVersion = z.infer<typeof documentVersionDefinition.shape>;

/** A file of a document with the instant at which it was put in place. */
export type VersionedFile = { file: DocumentFile; created_at: Date };

export type DocumentVersionStore = {
  /** The file that the document had at a version; null where it had none. */
  fileAt(orgId: string, documentId: string, version: number): Promise<VersionedFile | null>;
  /** Stores that a file was found damaged; null where that is stored already, and where the file was removed. */
  markDamaged(
    document: Pick<Entity, 'org_id' | 'id'>,
    file: Pick<DocumentFile, 'file_id'>,
    at: Date,
  ): Promise<Change | null>;
  insert(document: Entity & { file: DocumentFile }): Change;
  /** Every file of a document that is removed for good, and the removal of their rows. */
  removal(orgId: string, documentId: string): Promise<{ changes: Change[]; files: DocumentFile[] }>;
};

/** The store of the files that documents have had. */
export const makeDocumentVersionStore = (versions: Collection<StoredVersion>): DocumentVersionStore => ({
  async fileAt(org_id, document_id, version) {
    const filter = { org_id, document_id, from_version: trusted({ $lte: version }) };
    const [found] = await versions.find(filter, { sort: { from_version: -1 }, limit: 1 });
    return found ? { file: found.file, created_at: found.created_at } : null;
  },
  async markDamaged({ org_id, id: document_id }, { file_id }, damaged_at) {
    const row = await versions.findOne({ org_id, document_id, 'file.file_id': file_id });
    if (!row || row.damaged_at) return null;
    return replace(versions, { ...row, damaged_at, version: row.version + 1 }, row.version);
  },
  insert: ({ id, org_id, version, file, updated_at }) =>
    insert(versions, {
      _id: `${id}/${version}`,
      org_id,
      document_id: id,
      from_version: version,
      file,
      created_at: updated_at,
      version: 1,
    }),
  async removal(org_id, document_id) {
    const found = await versions.find({ org_id, document_id });
    return {
      changes: found.map(({ _id, version }) => remove(versions, _id, version)),
      files: found.map(({ file }) => file),
    };
  },
});
