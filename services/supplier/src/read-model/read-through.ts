import { AppError, type Collection, type Log, type Projection } from '@qsc/service-kit';
import type { EntityClient, EntityRecord } from '../entity.client.ts';
import { type SupplierRow, toSupplierRow } from './supplier-row.ts';

/** Writes the supplier of a command's response into the read model, as its event will, so that the caller sees the change. */
export type ApplyChange = (supplier: EntityRecord) => Promise<void>;

type Parts = { projection: Pick<Projection, 'apply'>; suppliers: Collection<SupplierRow>; log: Log };

/** A failed write is no failure of the change, which is committed: the event repeats it. */
export const makeApplyChange =
  ({ projection, suppliers, log }: Parts): ApplyChange =>
  async (supplier) => {
    const isThere = await projection.apply(suppliers, toSupplierRow(supplier.org_id, supplier));
    if (!isThere)
      log.warn('the read model was not updated in time; the event will update it', { supplier: supplier.id });
  };

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
