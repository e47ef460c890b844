import { type Call, invalidField } from '@qsc/service-kit/pure';
import {
  advance,
  createEntity,
  type Decided,
  type DocumentFile,
  type Entity,
  type EntityPatch,
  type NewEntity,
  nextVersion,
  patchEntity,
  type RelatedRecord,
} from '../entity/entity.ts';

/** What of an uploaded file the document keeps. */
export const toDocumentFile = ({ file_id, filename, mime_type, size_bytes, checksum }: DocumentFile): DocumentFile => ({
  file_id,
  filename,
  mime_type,
  size_bytes,
  checksum,
});

/** A new document with its file at version 1. Throws as `createEntity`. */
export const createDocument = (
  input: Omit<NewEntity, 'type' | 'relationships'>,
  { file, related_to }: { file: DocumentFile; related_to: readonly RelatedRecord[] },
  call: Call,
): Decided =>
  createEntity(
    { type: 'document', ...input, relationships: [], file: toDocumentFile(file), related_to: [...related_to] },
    call,
  );

const isSameFile = (one: DocumentFile | undefined, other: DocumentFile): boolean =>
  one?.checksum === other.checksum && one.filename === other.filename;

/**
 * The document with another file in place, and perhaps another name or attributes, one version on; the same file changes nothing.
 * Throws `validation_failed` for an entity that is no document.
 */
export const replaceFile = (
  document: Entity,
  { file, patch }: { file: DocumentFile; patch: Pick<EntityPatch, 'name' | 'attributes'> },
  call: Call,
): Decided => {
  if (document.type !== 'document')
    throw invalidField('document_id', 'invalid_value', `Only a document has a file; this is a ${document.type}.`);
  const patched = patchEntity(document, patch, call);
  if (isSameFile(document.file, file)) return patched;
  const { name, attributes } = patched.entity;
  const after = nextVersion(document, { name, attributes, file: toDocumentFile(file) }, call);
  return advance('updated', [document, after], { call, action: 'update' });
};
