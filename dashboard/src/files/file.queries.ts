import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

/** 25 MiB may take minutes over a slow line. */
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** A document entity with its file. */
export type FileDocument = Schemas['Document'];

/** The record that files belong to. */
export type FileOwner = Schemas['NewRelatedRecord'];

/** The files of a record, newest first. */
export const filesQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['files', recordId],
    queryFn: ({ signal }) => Array.fromAsync(client.documents.list({ related_to: recordId }, { signal })),
  });

/** Stores a file as a document of the record. */
export const addFile = (owner: FileOwner, file: File, reason?: string): Promise<FileDocument> =>
  client.documents.create(
    { file, filename: file.name, metadata: { name: file.name, related_to: [owner] } },
    { reason, timeoutMs: NO_LIMIT },
  );

/** Puts a newer file in the place of a document's; the earlier one stays readable by its version. */
export const replaceFile = (document: FileDocument, file: File, reason?: string): Promise<FileDocument> =>
  client.documents.replaceContent(
    document.id,
    { file, filename: file.name, metadata: {} },
    { ifMatch: document.version, reason, timeoutMs: NO_LIMIT },
  );

/** Where the browser reads a file: shown where it is a PDF or a picture, saved otherwise. */
export const fileAddress = ({ id }: FileDocument): string => `/v1/documents/${encodeURIComponent(id)}/content`;
