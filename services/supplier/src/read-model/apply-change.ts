import type { Collection, Log, Projection } from '@qsc/service-kit';
import type { EntityRecord } from '../entity.client.ts';
import { type SupplierRow, supplierRowOf } from './supplier-row.ts';

/** Takes a supplier that a command was answered with into the read model, as its event will, so that the caller finds it. */
export type ApplyChange = (supplier: EntityRecord) => Promise<void>;

type Parts = { projection: Pick<Projection, 'apply'>; suppliers: Collection<SupplierRow>; log: Log };

/** What cannot be written in time is no failure of the change, which is committed: the event brings it. */
export const makeApplyChange =
  ({ projection, suppliers, log }: Parts): ApplyChange =>
  async (supplier) => {
    const isThere = await projection.apply(suppliers, supplierRowOf(supplier.org_id, supplier));
    if (!isThere)
      log.warn('the read model did not take a change in time; its event brings it', { supplier: supplier.id });
  };
