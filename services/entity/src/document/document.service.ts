import type { FileStore } from '@qsc/file-store';
import {
  type Call,
  type Download,
  listPage,
  notFound,
  type PageOf,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import { type EntityCollection, type EntityStore, toEntity } from '../entity/entity.store.ts';
import type { Decided, DocumentFile, Entity, RelatedRecord } from '../entity/entity.ts';
import { type ReadRecorded, requireEntity } from '../entity/entity-writer.ts';
import type { OpenFile } from './damaged-file.ts';
import type { CreateDocument, DocumentListQuery, ReplaceContent } from './document.schemas.ts';
import type { UploadedFile } from './document.upload.ts';
import { createDocument, replaceFile } from './document-file.ts';
import type { DocumentVersionStore } from './document-version.store.ts';
import { isShownInline } from './media-type.ts';
import type { RequireRelated } from './related-record.ts';

/** A document as it is shown: with its file, null where it has none yet. */
export type ShownDocument = Omit<Entity, 'file' | 'related_to'> & {
  file: DocumentFile | null;
  related_to: RelatedRecord[];
};

export type DocumentService = {
  list(query: DocumentListQuery, call: Call): Promise<PageOf<ShownDocument>>;
  /**
   * Throws `validation_failed` for a record that is not there, `conflict` for a quality event that takes no document, and
   * `service_unavailable` while the service of a record is away.
   */
  create(input: CreateDocument, file: UploadedFile, call: Call): Promise<ShownDocument>;
  /** Throws `not_found` for a document without a file, or without one at the version. */
  content(id: string, version: number | undefined, call: Call): Promise<Download>;
  /** Throws `not_found`, `precondition_failed`, or `validation_failed` for an entity that is no document. */
  replace(id: string, change: { patch: ReplaceContent; file: UploadedFile }, call: Call): Promise<ShownDocument>;
};

type Parts = {
  entities: EntityCollection;
  store: EntityStore;
  versions: DocumentVersionStore;
  files: Pick<FileStore, 'confirm'>;
  openFile: OpenFile;
  requireRelated: RequireRelated;
  readRecorded: ReadRecorded;
  unitOfWork: UnitOfWork;
};

const show = (entity: Entity): ShownDocument => ({
  ...entity,
  file: entity.file ?? null,
  related_to: entity.related_to ?? [],
});

const SORT_PATHS = { name: 'name_key' };

/** The use cases of documents. The entity, its history, the version of its file and the event are one commit. */
export const makeDocumentService = (parts: Parts): DocumentService => {
  const { entities, store, versions, files, openFile, requireRelated, readRecorded, unitOfWork } = parts;

  const toCommit = (before: Entity | null, decided: Decided, call: Call) => {
    const { entity } = decided;
    const { file } = entity;
    const isNew = file !== undefined && file.file_id !== before?.file?.file_id;
    return {
      changes: [
        ...store.changes(before, decided, call.requestId),
        ...(isNew ? [versions.insert({ ...entity, file }), files.confirm(file)] : []),
      ],
      events: decided.events,
      answer: show(entity),
    };
  };

  return {
    list: ({ related_to, ...query }, { actor: { org_id } }) =>
      listPage(entities, {
        filter: {
          org_id,
          deleted: false,
          // Only documents belong to a record; without the type, the index counts them from its keys.
          ...(related_to === undefined ? { type: 'document' as const } : { 'related_to.id': related_to }),
        },
        query,
        show: (row) => show(toEntity(row)),
        paths: SORT_PATHS,
      }),

    async create({ name, attributes = {}, related_to = [] }, file, call) {
      await requireRelated(call.actor.org_id, related_to);
      return unitOfWork.decide(call, {}, () =>
        toCommit(null, createDocument({ name, attributes }, { file, related_to }, call), call),
      );
    },

    async content(id, version, call) {
      const document = await readRecorded(id, call);
      const { org_id, version: current } = document;
      const found = await versions.fileAt(org_id, id, version ?? current);
      if (!found || (version ?? 0) > current) throw notFound('file of a document', id);
      const { file, created_at } = found;
      return {
        contentType: file.mime_type,
        filename: file.filename,
        isInline: isShownInline(file.mime_type),
        size: file.size_bytes,
        etag: file.checksum,
        lastModified: created_at,
        open: openFile(document, file, call),
      };
    },

    async replace(id, { patch, file }, call) {
      const replaced = await unitOfWork.decide(call, { records: [id] }, async () => {
        const document = await requireEntity(store, id, call);
        requireMatch(call, document.version);
        return toCommit(document, replaceFile(document, { file, patch }, call), call);
      });
      // The same file again: nothing refers to this one.
      if (replaced.file?.file_id !== file.file_id) await file.discard();
      return replaced;
    },
  };
};
