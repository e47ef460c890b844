import { type AnyRoute, download, route } from '@qsc/service-kit';
import { TABLE_MEDIA_TYPES } from '@qsc/table-export';
import { CopyQuery, makeCopiesQuery, makeCopyParams } from './copy.schemas.ts';
import type { CopyService } from './copy.service.ts';
import { COPY_KINDS, type CopyKind, KINDS } from './copy-kind.ts';

const JSON_TYPE = 'application/json';

const fileExample = JSON.stringify({
  copy: { format: 'record-copy/1', records: [] },
  signature: 'eyJhbGciOi…..x3JkLg',
});

const answer = download([TABLE_MEDIA_TYPES.pdf, JSON_TYPE], { [JSON_TYPE]: fileExample });

const WHAT =
  'content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and ' +
  'meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the ' +
  'log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.';

const makeRoutes = (kind: CopyKind, copies: CopyService): AnyRoute[] => {
  const { scope, tag, name, noun, nouns, parameter } = KINDS[kind];
  const rights = { scope, furtherScopes: ['audit-logs:read'] } as const;
  return [
    route({
      id: `copy${name}Records`,
      tag,
      method: 'get',
      path: `/${kind}/report`,
      summary: `Copy several ${nouns} for an inspector`,
      description: `Complete copies of up to 50 ${nouns} in one file, with a table of contents: ${WHAT}`,
      ...rights,
      query: makeCopiesQuery(kind),
      answer,
      throws: ['not_found', 'service_unavailable'],
      example: {},
      handle: ({ query, call }) => copies.make({ kind, ...query }, call),
    }),
    route({
      id: `copy${name}`,
      tag,
      method: 'get',
      path: `/${kind}/:${parameter}/report`,
      summary: `Copy ${noun} for an inspector`,
      description: `A complete copy of the record: ${WHAT}`,
      ...rights,
      params: makeCopyParams(kind),
      query: CopyQuery,
      answer,
      throws: ['service_unavailable'],
      example: {},
      handle: ({ params, query, call }) =>
        copies.make({ kind, ids: [String(params[parameter])], format: query.format }, call),
    }),
  ];
};

/** Copies of records for inspectors (21 CFR 11.10(b)), of every kind. */
export const copyRoutes = (copies: CopyService): AnyRoute[] => COPY_KINDS.flatMap((kind) => makeRoutes(kind, copies));
