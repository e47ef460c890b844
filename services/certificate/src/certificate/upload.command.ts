import { Readable } from 'node:stream';
import type { NewUpload__Output } from '@qsc/contracts/grpc/certificate/v1/NewUpload';
import type { UploadCertificateRequest__Output } from '@qsc/contracts/grpc/certificate/v1/UploadCertificateRequest';
import { AppError, actorOfCommand, invalidField, parsePart, type TakeCommand, type Upload } from '@qsc/service-kit';
import { type NewCertificate, SynchronisedCertificate } from './certificate.schemas.ts';
import type { CertificateService } from './certificate.service.ts';
import type { UploadedDocument } from './certificate.upload.ts';
import type { ShownCertificate } from './certificate.view.ts';

/**
 * Takes a certificate from another service while it comes in, by the checks and limits of the upload over HTTP and once for its
 * command. Throws what `Upload.store` and `CertificateService.create` throw, and then keeps nothing.
 */
export type TakeUpload = (parts: AsyncIterable<UploadCertificateRequest__Output>) => Promise<ShownCertificate>;

type Parts = {
  certificates: Pick<CertificateService, 'create'>;
  upload: Upload<UploadedDocument>;
  takeCommand: TakeCommand;
};

const parseMetadata = ({ metadata_json }: NewUpload__Output): NewCertificate => {
  try {
    return parsePart(SynchronisedCertificate, JSON.parse(metadata_json), 'metadata') as NewCertificate;
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidField('metadata', 'invalid_json', 'This is not JSON.');
    throw error;
  }
};

/** Throws for less or more than was announced: a call that is cancelled ends like one that is whole. */
async function* readContent(
  parts: AsyncIterator<UploadCertificateRequest__Output>,
  { size }: NewUpload__Output,
): AsyncGenerator<Buffer> {
  let received = 0;
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    if (!part.value.content) throw new AppError('invalid_request', 'After what it is, an upload has content alone.');
    received += part.value.content.length;
    yield part.value.content;
  }
  if (size !== received)
    throw new AppError('invalid_request', `Of ${size} bytes ${received} have come. Send the document again.`);
}

/** The command by which other services upload certificates. */
export const makeTakeUpload =
  ({ certificates, upload, takeCommand }: Parts): TakeUpload =>
  async (requested) => {
    const parts = requested[Symbol.asyncIterator]();
    const first = await parts.next();
    const about = first.done ? undefined : first.value.upload;
    if (!about) throw new AppError('invalid_request', 'An upload begins with what it is.');
    const { command, filename } = about;
    const actor = actorOfCommand(command);
    const metadata = parseMetadata(about);
    const document = await upload.store(Readable.from(readContent(parts, about)), { filename, actor });
    try {
      const request = { command, metadata_json: about.metadata_json, checksum: document.checksum };
      return await takeCommand('UploadCertificate', request, (call) => certificates.create(metadata, document, call));
    } finally {
      // Nothing is taken back that the commit confirmed; a repetition and a refusal leave a second file.
      await document.discard();
    }
  };
