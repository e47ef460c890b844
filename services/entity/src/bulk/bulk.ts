import type { ErrorCode } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/pure';
import type { Decided, Entity } from '../entity/entity.ts';

/** What became of one item of a bulk request. */
export type ItemResult = {
  index: number;
  status: number;
  id: string | null;
  entity?: Entity;
  error?: { code: ErrorCode; message: string; details?: Record<string, unknown> };
};

export type BulkResult = { data: ItemResult[]; meta: { total: number; succeeded: number; failed: number } };

/** The result of an item that was decided. */
export const succeeded = (index: number, status: number, { entity }: Decided): ItemResult => ({
  index,
  status,
  id: entity.id,
  entity,
});

/** The result of an item that was refused; rethrows what is no coded error. */
export const refused = (index: number, id: string | null, error: unknown): ItemResult => {
  if (!(error instanceof AppError)) throw error;
  const { code, message, details } = error;
  return { index, status: error.httpStatus, id, error: { code, message, ...(details ? { details } : {}) } };
};

/** All results with their counts. */
export const bulkResult = (data: ItemResult[]): BulkResult => {
  const failed = data.filter((item) => item.error).length;
  return { data, meta: { total: data.length, succeeded: data.length - failed, failed } };
};

/** For `?atomic=true`: throws the first item's error, with those of all refused items in its details. */
export const requireAll = ({ data }: BulkResult): void => {
  const faults = data.filter((item) => item.error !== undefined);
  const first = faults[0];
  if (!first?.error) return;
  throw new AppError(first.error.code, `Nothing was written. Item ${first.index}: ${first.error.message}`, {
    details: { ...first.error.details, items: faults.map(({ index, error }) => ({ index, error })) },
  });
};
