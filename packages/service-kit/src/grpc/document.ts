import type { DocumentReference } from '@qsc/contracts';
import type { DocumentReference__Output } from '@qsc/contracts/grpc/entity/v1/DocumentReference';
import type { Documents__Output } from '@qsc/contracts/grpc/entity/v1/Documents';
import type { ListAttachmentsRequest } from '@qsc/contracts/grpc/entity/v1/ListAttachmentsRequest';
import type { ReadDocumentsRequest } from '@qsc/contracts/grpc/entity/v1/ReadDocumentsRequest';
import { validationFailed } from '../error.ts';
import type { GrpcClient } from './client.ts';

type EntityClient = Pick<GrpcClient, 'call'>;

const toReference = ({ document_id, version, checksum, filename }: DocumentReference__Output): DocumentReference => ({
  document_id,
  version,
  checksum: checksum ?? null,
  filename: filename ?? null,
});

/** The documents that belong to a record, in the order of their ids. Throws `service_unavailable`. */
export type ListAttachments = (orgId: string, recordId: string) => Promise<DocumentReference[]>;

/** Lists them at the entity service. */
export const makeListAttachments =
  (entity: EntityClient): ListAttachments =>
  async (org_id, record_id) => {
    const request = { org_id, record_id };
    const { documents } = await entity.call<ListAttachmentsRequest, Documents__Output>('ListAttachments', request);
    return documents.map(toReference);
  };

/** `known`: the documents that the record refers to already, which may have been deleted since. */
export type RequestedDocuments = { field: string; ids: readonly string[]; known?: readonly DocumentReference[] };

/**
 * The references to documents, in the order of their ids: a known one as it is, any other with the current version and file.
 * Throws `validation_failed` that names each other id which is no document of the organisation.
 */
export type ReferToDocuments = (orgId: string, requested: RequestedDocuments) => Promise<DocumentReference[]>;

/** Reads the documents from the entity service, with one call. */
export const makeReferToDocuments =
  (entity: EntityClient): ReferToDocuments =>
  async (org_id, { field, ids, known = [] }) => {
    const references = new Map(known.map((reference) => [reference.document_id, reference]));
    const added = [...new Set(ids)].filter((id) => !references.has(id));
    if (added.length > 0) {
      const request = { org_id, ids: added };
      const { documents } = await entity.call<ReadDocumentsRequest, Documents__Output>('ReadDocuments', request);
      for (const document of documents) references.set(document.document_id, toReference(document));
    }
    const faults = [...ids.entries()].filter(([, id]) => !references.has(id));
    if (faults.length > 0)
      throw validationFailed(
        faults.map(([index, id]) => ({
          field: `${field}.${index}`,
          code: 'unknown_document',
          message: `There is no document with the id "${id}".`,
        })),
      );
    return [...new Set(ids)].flatMap((id) => references.get(id) ?? []);
  };
