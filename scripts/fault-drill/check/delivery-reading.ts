import type { DatabaseOf } from './reading.ts';

/** An audit entry that webhooks have to be told of, if it is younger than they are. */
export type Tellable = { id: string; at: Date };

/** The audit entries of an organisation, by their ids. */
export const readTellable = async (databaseOf: DatabaseOf, orgId: string): Promise<Tellable[]> => {
  const entries = databaseOf('audit').collection('audit_entry').find({ org_id: orgId });
  const found = await entries.project<{ _id: unknown; timestamp: Date }>({ timestamp: 1 }).toArray();
  return found.map(({ _id, timestamp }) => ({ id: String(_id), at: timestamp }));
};

/** How many deliveries to webhooks have not ended. */
export const countPending = (databaseOf: DatabaseOf, orgId: string): Promise<number> =>
  databaseOf('webhook').collection('delivery').countDocuments({ org_id: orgId, status: 'pending' });

/** How many audit entries no delivery was made of yet, over all webhooks. */
export const countUndelivered = async (databaseOf: DatabaseOf, orgId: string): Promise<number> => {
  const hooks = await databaseOf('webhook').collection('webhook').find({ org_id: orgId }).toArray();
  const counts = await Promise.all(
    hooks.map(async ({ _id, created_at }) => {
      const [due, made] = await Promise.all([
        databaseOf('audit')
          .collection('audit_entry')
          .countDocuments({ org_id: orgId, timestamp: { $gt: created_at } }),
        databaseOf('webhook').collection('delivery').countDocuments({ org_id: orgId, webhook_id: _id }),
      ]);
      return Math.max(due - made, 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};
