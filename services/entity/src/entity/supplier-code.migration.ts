import { isDuplicateKey, type Log, type Migration } from '@qsc/service-kit';
import { entityDefinition, type StoredEntity } from './entity.store.ts';
import { supplierCodeOf } from './supplier-code.ts';

/**
 * Gives the suppliers that were there before codes were unique what the unique index looks at, oldest first. Of several with
 * the same code the first has it; the others keep theirs and are marked, so that their next change is not refused for it.
 */
export const fillSupplierCodes = (log: Pick<Log, 'warn'>): Migration => ({
  id: 'supplier-codes',
  async up(connection) {
    const entities = connection.getClient().db(connection.name).collection<StoredEntity>(entityDefinition.name);
    const open = { type: 'supplier', supplier_code: { $exists: false }, shares_code: { $exists: false } } as const;
    for await (const entity of entities.find(open, { sort: { _id: 1 } })) {
      const supplier_code = supplierCodeOf(entity);
      if (supplier_code === null) continue;
      const asRead = { ...open, _id: entity._id, version: entity.version };
      try {
        await entities.updateOne(asRead, { $set: { supplier_code } });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        await entities.updateOne(asRead, { $set: { shares_code: true } });
        const { _id: supplier, org_id } = entity;
        log.warn('a supplier has the code of another one, and keeps it', { org_id, supplier, supplier_code });
      }
    }
  },
});
