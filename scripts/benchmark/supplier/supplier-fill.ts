import type { MongoClient } from 'mongodb';
import type { Target } from '../load.ts';
import { databaseOf } from '../straight.ts';
import { openSupplierFloors, type SupplierFloors } from './supplier-floor.ts';
import { createShownSuppliers, seedReadModel } from './supplier-seed.ts';

/** What the rows of suppliers need: the ids of those that have components and certificates, and the floors. */
export type Suppliers = { ids: readonly string[]; floors: SupplierFloors };

/** Fills the read model with so many suppliers, and the mesh with a few whole ones. */
export const fillSuppliers = async (
  target: Target,
  client: MongoClient,
  { orgId, count }: { orgId: string; count: number },
): Promise<Suppliers> => {
  await seedReadModel(client.db(databaseOf('supplier')), orgId, count);
  return { ids: await createShownSuppliers(target), floors: openSupplierFloors(client, orgId) };
};
