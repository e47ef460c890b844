import type { Collection } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import type { SupplierRow } from '../read-model/supplier-row.ts';

/** Suppliers at one point in time, by name, and their number. The caller closes it. */
export type VendorSnapshot = { count: number; rows: AsyncIterable<SupplierRow>; close(): Promise<void> };

export type OpenVendors = (orgId: string, statuses: readonly string[]) => Promise<VendorSnapshot>;

/** The number of rows read ahead. */
const BATCH = 500;

/** The index whose keys hold the filter and the order. */
const BY_NAME = { name_key: 1, _id: 1 } as const;

/**
 * Opens the suppliers of these states. The rows come from one snapshot of the database, so that a slow download neither repeats
 * nor misses a supplier that is renamed meanwhile; they are counted just before. It uses the driver's cursor, since that of
 * mongoose stays open when its reader leaves, and no snapshot session, in which the driver's cannot be closed early.
 */
export const makeOpenVendors = (suppliers: Collection<SupplierRow>): OpenVendors => {
  const stored = suppliers.model.collection as unknown as mongo.Collection<SupplierRow>;
  return async (org_id, statuses) => {
    const filter = { org_id, live: true, qualification_status: { $in: [...statuses] } };
    const count = await stored.countDocuments(filter);
    const rows = stored.find(filter, { readConcern: { level: 'snapshot' }, sort: BY_NAME, batchSize: BATCH });
    return { count, rows, close: () => rows.close() };
  };
};
