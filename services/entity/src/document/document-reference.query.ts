import type { DocumentReference } from '@qsc/contracts';
import { trusted } from '@qsc/service-kit';
import type { EntityCollection } from '../entity/entity.store.ts';

/** The documents of an organisation as other records refer to them; soft-deleted ones are left out. */
export type DocumentReferences = {
  /** Those with the ids; unknown ones and entities of another type are left out. */
  read(orgId: string, ids: readonly string[]): Promise<DocumentReference[]>;
  /** Those that belong to a record, in the order of their ids. */
  attached(orgId: string, recordId: string): Promise<DocumentReference[]>;
};

/** Reads them without their attributes. */
export const makeDocumentReferences = (entities: EntityCollection): DocumentReferences => {
  const find = async (org_id: string, filter: object): Promise<DocumentReference[]> => {
    const found = await entities.model
      .find({ ...filter, org_id, deleted: false }, { version: 1, file: 1 })
      .lean()
      .exec();
    return found.map(({ _id: document_id, version, file }) => ({
      document_id,
      version,
      checksum: file?.checksum ?? null,
      filename: file?.filename ?? null,
    }));
  };
  return {
    read: (orgId, ids) => find(orgId, { type: 'document', _id: trusted({ $in: [...new Set(ids)] }) }),
    async attached(orgId, recordId) {
      const found = await find(orgId, { 'related_to.id': recordId });
      return found.sort((one, other) => (one.document_id < other.document_id ? -1 : 1));
    },
  };
};
