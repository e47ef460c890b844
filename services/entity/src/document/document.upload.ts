import { pipeline, type Readable } from 'node:stream';
import type { FileStore } from '@qsc/file-store';
import { AppError, invalidField, plainFileName, type ReceivedFile, type Upload } from '@qsc/service-kit';
import type { DocumentFile } from '../entity/entity.ts';
import { makeContentWatch } from './content-watch.ts';
import { detectMediaType, MEDIA_TYPES } from './media-type.ts';

/** The most bytes of a document (decisions §4, "Documents"). */
const LIMIT = 25 * 1024 * 1024;

/** A file that was stored, and that no document refers to yet. */
export type UploadedFile = DocumentFile & ReceivedFile;

const unknownType = (filename: string): AppError =>
  new AppError(
    'unsupported_media_type',
    `"${filename}" is none of PDF, PNG, JPEG, TIFF, Word, Excel, PowerPoint, OpenDocument, text, CSV, XML, e-mail by its content, or holds macros.`,
  );

/**
 * How the file of a document is taken: streamed to the store, its type detected from the bytes that pass. Throws `payload_too_large`,
 * `unsupported_media_type` or `validation_failed`, and leaves nothing.
 */
export const makeDocumentUpload = (files: Pick<FileStore, 'put' | 'discard'>): Upload<UploadedFile> => ({
  limit: LIMIT,
  mediaTypes: MEDIA_TYPES,
  async store(content: Readable, { filename: sent, actor: { org_id: orgId } }) {
    const filename = plainFileName(sent);
    const { stream, seen } = makeContentWatch();
    const file = await files.put(
      pipeline(content, stream, () => {}),
      { orgId, limit: LIMIT },
    );
    const discard = () => files.discard(orgId, file);
    const mime_type = file.size_bytes === 0 ? null : detectMediaType(seen());
    if (mime_type !== null) return { ...file, filename, mime_type, discard };
    await discard();
    if (file.size_bytes === 0) throw invalidField('file', 'empty', 'The file is empty.');
    throw unknownType(filename);
  },
});
