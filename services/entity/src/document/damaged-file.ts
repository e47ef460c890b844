import { Readable } from 'node:stream';
import { entityEvents } from '@qsc/contracts/events';
import { DamagedFile, type FileStore } from '@qsc/file-store';
import { type Call, type Download, makeEvent, type UnitOfWork } from '@qsc/service-kit';
import type { DocumentFile, Entity } from '../entity/entity.ts';
import type { DocumentVersionStore } from './document-version.store.ts';

const makeDamageEvent = ({ id, name, version }: Entity, { file, found }: DamagedFile, call: Call) =>
  makeEvent(entityEvents.fileDamaged, call, {
    audit: {
      action: 'read',
      entity_type: 'document',
      entity_id: id,
      entity_name: name,
      entity_version: version,
      changes: {},
      details: { damaged_file: file.file_id, checksum: file.checksum, found_checksum: found },
    },
    record: { document_id: id, file_id: file.file_id, checksum: file.checksum },
  });

type Parts = {
  files: Pick<FileStore, 'open'>;
  versions: Pick<DocumentVersionStore, 'markDamaged'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** Opens a file of a document. That it is damaged is recorded once, before whoever reads it sees the end. */
export type OpenFile = (document: Entity, file: DocumentFile, call: Call) => Download['open'];

/** Opens files, and records damaged ones in the audit trail of their document. */
export const makeOpenFile = ({ files, versions, unitOfWork }: Parts): OpenFile => {
  const recordDamage = (document: Entity, error: DamagedFile, call: Call): Promise<void> =>
    unitOfWork.decide(call, { records: [document.id] }, async () => {
      const marked = await versions.markDamaged(document, error.file, call.now);
      if (!marked) return { changes: [], events: [], answer: undefined };
      return { changes: [marked], events: [makeDamageEvent(document, error, call)], answer: undefined };
    });

  return (document, file, call) => (range) => {
    const bytes = async function* () {
      try {
        yield* await files.open(document.org_id, file, range);
      } catch (error) {
        if (error instanceof DamagedFile) await recordDamage(document, error, call);
        throw error;
      }
    };
    return Readable.from(bytes(), { objectMode: false });
  };
};
