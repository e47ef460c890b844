import { type Collection, trusted } from '@qsc/service-kit';
import type { Connection } from 'mongoose';
import type { SupplierRow } from '../read-model/supplier-row.ts';

/** Suppliers as they stood at one moment: how many, and each in the order of their names. Whoever opened it closes it. */
export type VendorSnapshot = { count: number; rows: AsyncIterable<SupplierRow>; close(): Promise<void> };

export type OpenVendors = (orgId: string, statuses: readonly string[]) => Promise<VendorSnapshot>;

/** What is read ahead of the reader. */
const BATCH = 500;

/** The index whose keys hold the filter and the order. */
const BY_NAME = { name_key: 1, _id: 1 } as const;

type Parts = { suppliers: Collection<SupplierRow>; connection: Connection };

/**
 * Opens the suppliers of these states. Count and rows come from one snapshot of the database, so that a list that takes a while
 * neither repeats nor misses a supplier that is renamed meanwhile, and the audit entry's number is the list's.
 */
export const makeOpenVendors =
  ({ suppliers, connection }: Parts): OpenVendors =>
  async (org_id, statuses) => {
    const session = await connection.startSession({ snapshot: true });
    const close = (): Promise<void> => session.endSession();
    const filter = { org_id, live: true, qualification_status: trusted({ $in: [...statuses] }) };
    const find = () => suppliers.model.find(filter).session(session);
    try {
      const count = await find().countDocuments();
      const rows = find().sort(BY_NAME).lean<SupplierRow>().cursor({ batchSize: BATCH });
      return { count, rows, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
