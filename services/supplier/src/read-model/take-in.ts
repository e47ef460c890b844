import { AppError } from '@qsc/service-kit';
import type { EntityClient } from '../entity.client.ts';
import type { ApplyChange } from './apply-change.ts';

type Read<Answer> = (orgId: string, supplierId: string) => Promise<Answer>;

/** The same reading, also of a supplier that the read model has not heard of. Throws `not_found`, `service_unavailable`. */
export type TakeIn = <Answer>(read: Read<Answer>) => Read<Answer>;

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found';

const notYet = (cause: unknown): AppError =>
  new AppError('service_unavailable', 'Not all of this supplier can be read yet. Try again.', { retryAfter: 1, cause });

/** Takes a supplier that another door has just made into the read model before it is read there. */
export const makeTakeIn =
  ({ entities, apply }: { entities: Pick<EntityClient, 'getSupplier'>; apply: ApplyChange }): TakeIn =>
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
