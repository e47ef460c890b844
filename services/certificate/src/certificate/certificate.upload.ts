import type { Readable } from 'node:stream';
import { type DocumentChecker, MAX_BYTES, MEDIA_TYPES } from '@qsc/certificate-extraction/check';
import type { FileStore } from '@qsc/file-store';
import { AppError, invalidField, plainFileName, type ReceivedFile, type Upload } from '@qsc/service-kit';
import type { StoredDocument } from './certificate.ts';

/** A document that was stored and looked at, and that no certificate refers to yet. */
export type UploadedDocument = StoredDocument & ReceivedFile;

/** What cannot be read is a fault of the field `file`. */
const asFileFault = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'validation_failed' && !error.details
    ? invalidField('file', 'unreadable', error.message)
    : error;

/**
 * How the document of a certificate is taken: streamed to the store, then looked at there by content, in a process of its own.
 * Throws `payload_too_large`, `unsupported_media_type` or `validation_failed`, and leaves nothing.
 */
export const makeCertificateUpload = ({
  files,
  checker,
}: {
  files: Pick<FileStore, 'put' | 'open' | 'discard'>;
  checker: Pick<DocumentChecker, 'check'>;
}): Upload<UploadedDocument> => ({
  limit: MAX_BYTES,
  mediaTypes: Object.values(MEDIA_TYPES),
  async store(content: Readable, { filename: sent, actor: { org_id: orgId } }) {
    const filename = plainFileName(sent);
    const file = await files.put(content, { orgId, limit: MAX_BYTES });
    const discard = () => files.discard(orgId, file);
    try {
      const type = await checker.check(await files.open(orgId, file), { filename });
      return { ...file, filename, mime_type: MEDIA_TYPES[type], discard };
    } catch (error) {
      await discard();
      throw asFileFault(error);
    }
  },
});
