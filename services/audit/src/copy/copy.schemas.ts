import { listParameter } from '@qsc/service-kit';
import { z } from 'zod';
import { type CopyKind, KINDS } from './copy-kind.ts';

export const COPY_FORMATS = ['pdf', 'json'] as const;

export type CopyFormat = (typeof COPY_FORMATS)[number];

const Id = z.string().min(1).max(64);

const distinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

const format = z.enum(COPY_FORMATS).default('pdf').meta({
  description: '`pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`.',
});

export const CopyQuery = z.strictObject({ format });

/** The query for several records of a kind in one file. */
export const makeCopiesQuery = (kind: CopyKind) =>
  z.strictObject({
    ids: listParameter(Id)
      .refine(distinct, 'List each id once')
      .meta({
        description: `The ids of the ${KINDS[kind].nouns} by comma, at most 50.`,
        example: KINDS[kind].example,
      }),
    format,
  });

/** The parameter of the path. */
export const makeCopyParams = (kind: CopyKind) => {
  const { parameter, noun, example } = KINDS[kind];
  return z.object({ [parameter]: Id.meta({ description: `The id of ${noun}.`, examples: [example] }) });
};
