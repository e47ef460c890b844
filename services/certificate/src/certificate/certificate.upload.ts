import type { Readable } from 'node:stream';
import { type DocumentChecker, MAX_BYTES, MEDIA_TYPES } from '@qsc/certificate-extraction/check';
import type { FileStore } from '@qsc/file-store';
import { AppError, invalidField, type ReceivedFile, type Upload } from '@qsc/service-kit';
import type { StoredDocument } from './certificate.ts';

/** A document that was stored and looked at, and that no certificate refers to yet. */
export type UploadedDocument = StoredDocument & ReceivedFile;

const NAME_LENGTH = 255;

/**
 * The name of a file as it is kept: control characters are taken out, those of the direction of reading too. Throws
 * `validation_failed` for one that is no plain name.
 */
const plainName = (sent: string): string => {
  const name = sent.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  const refuse = (code: string, message: string) => invalidField('file.filename', code, message);
  if (/[/\\]/.test(name)) throw refuse('path', 'A file name holds no path separator.');
  if (name === '' || name === '.' || name === '..') throw refuse('required', 'The file needs a name.');
  if (name.length > NAME_LENGTH) throw refuse('too_big', `A file name has at most ${NAME_LENGTH} characters.`);
  return name;
};

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
    const filename = plainName(sent);
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
