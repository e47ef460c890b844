import { ERROR_STATUS, type ErrorCode } from '@qsc/contracts';
import { z } from 'zod';
import { AppError } from '../error.ts';
import type { Answer } from './answer.ts';

/** The most items of a bulk request. */
const BULK_ITEMS = 500;

/** The most bytes of a bulk request (decisions §4). */
export const BULK_BYTES = 5 * 1024 * 1024;

/** What became of one item of a bulk request, beside its record. */
export type BulkItem = {
  index: number;
  status: number;
  id: string | null;
  error?: { code: ErrorCode; message: string; details?: Record<string, unknown> };
};

export type BulkResult<Item extends BulkItem> = {
  data: Item[];
  meta: { total: number; succeeded: number; failed: number };
};

/** Items as a client sends them; each is parsed by itself, so that its faults are answered for it. */
export const bulkItems = (like: string) =>
  z
    .array(z.unknown().meta({ type: 'object', description: `As ${like}. Its faults are answered for the item.` }))
    .min(1)
    .max(BULK_ITEMS);

export const BulkQuery = z.strictObject({
  atomic: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true` writes all items or, when one is refused, none.' }),
});

/** The members of the answer for an item; that of its record is added. */
export const bulkItemShape = {
  index: z.number().int().meta({ description: 'The place of the item in the request, from 0.' }),
  status: z.number().int().meta({ description: 'The status that the item would have got by itself.' }),
  id: z.string().nullable(),
  error: z
    .object({
      code: z.enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS]).meta({ id: 'ErrorCode' }),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
};

/** The shape of a whole answer, by that of an item. */
export const bulkShape = <Item extends z.ZodObject>(item: Item) =>
  z.object({
    data: z.array(item),
    meta: z.object({ total: z.number().int(), succeeded: z.number().int(), failed: z.number().int() }),
  });

const MIXED = 207;

/** The answer of a bulk endpoint: `status` where all items were written, 207 where some were refused. */
export const bulkAnswer = <Body extends ReturnType<typeof bulkShape>>(
  body: Body,
  status: 200 | 201,
): Answer<z.input<Body>> => ({
  statuses: [status, MIXED],
  body,
  getStatus: ({ meta }) => (meta.failed === 0 ? status : MIXED),
  getBody: (value) => value,
});

/** The result of an item that was refused; rethrows what is no coded error. */
export const refusedItem = (index: number, id: string | null, error: unknown): BulkItem => {
  if (!(error instanceof AppError)) throw error;
  const { code, message, details } = error;
  return { index, status: error.httpStatus, id, error: { code, message, ...(details ? { details } : {}) } };
};

/** All results with their counts. */
export const bulkResult = <Item extends BulkItem>(data: Item[]): BulkResult<Item> => {
  const failed = data.filter((item) => item.error).length;
  return { data, meta: { total: data.length, succeeded: data.length - failed, failed } };
};

/** For `?atomic=true`: throws the first item's error, with those of all refused items in its details. */
export const requireAllItems = ({ data }: BulkResult<BulkItem>): void => {
  const faults = data.filter((item) => item.error !== undefined);
  const first = faults[0];
  if (!first?.error) return;
  throw new AppError(first.error.code, `Nothing was written. Item ${first.index}: ${first.error.message}`, {
    details: { ...first.error.details, items: faults.map(({ index, error }) => ({ index, error })) },
  });
};
