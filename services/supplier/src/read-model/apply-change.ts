import type { Collection, Log, Projection } from '@qsc/service-kit';
import type { EntityRecord } from '../entity.client.ts';
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
