import {
  type AnyRoute,
  created,
  download,
  examplePage,
  one,
  page,
  route,
  type Upload,
  uploadRoute,
} from '@qsc/service-kit';
import {
  ContentQuery,
  CreateDocument,
  contentExamples,
  Document,
  DocumentId,
  DocumentListQuery,
  documentExample,
  newDocumentExample,
  ReplaceContent,
  replacedContentExample,
  replacedDocumentExample,
} from './document.schemas.ts';
import type { DocumentService } from './document.service.ts';
import type { UploadedFile } from './document.upload.ts';
import { MEDIA_TYPES } from './media-type.ts';

const TAKEN =
  'PDF, PNG, JPEG, TIFF, Word, Excel, PowerPoint, OpenDocument, text, CSV, XML and e-mail are taken, recognised by their content, up to 25 MiB; office files with macros are not.';

/** Documents with files (decisions §4, "Documents"). */
export const documentRoutes = (documents: DocumentService, upload: Upload<UploadedFile>): AnyRoute[] => [
  route({
    id: 'listDocuments',
    tag: 'Documents',
    method: 'get',
    path: '/documents',
    summary: 'List documents',
    description: 'Newest first. With `related_to` the documents of one record.',
    scope: 'entities:read',
    query: DocumentListQuery,
    answer: page(Document),
    example: { answer: examplePage(documentExample) },
    handle: ({ query, call }) => documents.list(query, call),
  }),
  uploadRoute({
    id: 'createDocument',
    tag: 'Documents',
    path: '/documents',
    summary: 'Create a document',
    description: `A form of \`file\` and \`metadata\` (JSON), in any order. ${TAKEN} \`related_to\` names quality events, suppliers, certificates or entities that the document belongs to; a quality event that waits for approval, is closed or rejected takes none. With \`Idempotency-Key\`, a request is the same when the bytes of the file and of the metadata are.`,
    scope: 'entities:write',
    gxp: true,
    body: CreateDocument,
    upload,
    answer: created(Document, ({ id }) => `/v1/entities/${id}`),
    throws: ['conflict', 'service_unavailable'],
    example: { body: newDocumentExample, answer: documentExample },
    handle: ({ body, file, call }) => documents.create(body, file, call),
  }),
  route({
    id: 'downloadDocument',
    tag: 'Documents',
    method: 'get',
    path: '/documents/:document_id/content',
    summary: 'Download the file of a document',
    description:
      'The current file, or with `version` the one that the document had then. It is held against its checksum while it is sent: a file that is damaged breaks off before its end. `ETag` is the checksum. PDF and pictures are shown by browsers, others are saved.',
    scope: 'entities:read',
    params: DocumentId,
    query: ContentQuery,
    answer: download(MEDIA_TYPES, contentExamples),
    example: {},
    handle: ({ params, query, call }) => documents.content(params.document_id, query.version, call),
  }),
  uploadRoute({
    id: 'replaceDocumentContent',
    tag: 'Documents',
    method: 'put',
    path: '/documents/:document_id/content',
    summary: 'Put a new file in place',
    description: `A form of \`file\` and \`metadata\`, as for a new document. ${TAKEN} The version of the document rises and earlier files stay; the same file under the same name changes nothing. \`If-Match\` takes the version of the document.`,
    scope: 'entities:write',
    gxp: true,
    params: DocumentId,
    body: ReplaceContent,
    upload,
    answer: one(Document),
    throws: ['precondition_failed'],
    example: { body: replacedContentExample, answer: replacedDocumentExample },
    handle: ({ params, body, file, call }) => documents.replace(params.document_id, { patch: body, file }, call),
  }),
];
