import { Readable } from 'node:stream';
import { certificateEvents } from '@qsc/contracts/events';
import { DamagedFile, type FileStore } from '@qsc/file-store';
import { type Call, type Download, makeEvent, type UnitOfWork } from '@qsc/service-kit';
import type { Certificate } from './certificate.ts';

const makeDamageEvent = ({ id, name, version }: Certificate, { file, found }: DamagedFile, call: Call) =>
  makeEvent(certificateEvents.fileDamaged, call, {
    audit: {
      action: 'read',
      entity_type: 'certificate',
      entity_id: id,
      entity_name: name,
      entity_version: version,
      changes: {},
      details: { damaged_file: file.file_id, checksum: file.checksum, found_checksum: found },
    },
    record: { certificate_id: id, file_id: file.file_id, checksum: file.checksum },
  });

type Parts = { files: Pick<FileStore, 'open'>; unitOfWork: Pick<UnitOfWork, 'commit'> };

/** Opens the document; that it is damaged is recorded before whoever reads it sees the end. */
const makeOpenDocument =
  ({ files, unitOfWork }: Parts) =>
  (certificate: Certificate, call: Call): Download['open'] =>
  (range) => {
    const bytes = async function* () {
      try {
        yield* await files.open(certificate.org_id, certificate.document, range);
      } catch (error) {
        if (error instanceof DamagedFile) await unitOfWork.commit([], [makeDamageEvent(certificate, error, call)]);
        throw error;
      }
    };
    return Readable.from(bytes(), { objectMode: false });
  };

/** The document of a certificate as a download; one that is damaged is recorded and breaks off before its end. */
export const makeDocumentDownload = (parts: Parts): ((certificate: Certificate, call: Call) => Download) => {
  const open = makeOpenDocument(parts);
  return (certificate, call) => {
    const { mime_type, filename, size_bytes, checksum } = certificate.document;
    return {
      contentType: mime_type,
      filename,
      size: size_bytes,
      etag: checksum,
      lastModified: certificate.created_at,
      open: open(certificate, call),
    };
  };
};
