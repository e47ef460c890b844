import { AppError } from '@qsc/service-kit';
import type { EntityClient } from '../entity.client.ts';
import type { ApplyChange } from './apply-change.ts';

type Read<Answer> = (orgId: string, supplierId: string) => Promise<Answer>;

/** A read that also works for a supplier which the read model does not have yet. Throws `not_found`, `service_unavailable`. */
export type ReadThrough = <Answer>(read: Read<Answer>) => Read<Answer>;

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found';

const notYet = (cause: unknown): AppError =>
  new AppError('service_unavailable', 'Not all of this supplier can be read yet. Try again.', { retryAfter: 1, cause });

/** Writes a supplier that was just created at another entry point into the read model, and reads again. */
export const makeReadThrough =
  ({ entities, apply }: { entities: Pick<EntityClient, 'getSupplier'>; apply: ApplyChange }): ReadThrough =>
  (read) =>
  async (orgId, supplierId) => {
    try {
      return await read(orgId, supplierId);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await apply(await entities.getSupplier(orgId, supplierId));
    return read(orgId, supplierId).catch((error: unknown) => {
      throw isNotFound(error) ? notYet(error) : error;
    });
  };
