import { SYNCHRONISED_TYPE } from '../load/connection.ts';
import type { StoredSync } from './partner-comparison.ts';
import type { DatabaseOf } from './reading.ts';

/** Reads what an organisation has of an external system. */
export const readSync = async (databaseOf: DatabaseOf, orgId: string): Promise<StoredSync> => {
  const links = await databaseOf('integration').collection('link').find({ org_id: orgId }).toArray();
  const filter = { org_id: orgId, type: SYNCHRONISED_TYPE };
  const records = await databaseOf('entity').collection('entity').find(filter).toArray();
  return {
    links: links.map(({ external_id, entity_id }) => ({ externalId: String(external_id), entityId: entity_id })),
    records: records.map(({ _id, name, version, attributes }) => ({
      ...{ id: String(_id), name, version },
      mark: attributes.mark,
    })),
  };
};

/** How often the lease of a connection's synchronisations was given. */
export const readLeaseToken = async (databaseOf: DatabaseOf, connectionId: string): Promise<number> => {
  const leases = databaseOf('integration').collection<{ _id: string; token: number }>('lease');
  return (await leases.findOne({ _id: `sync/${connectionId}` }))?.token ?? 0;
};
