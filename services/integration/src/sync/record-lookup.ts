import type { Connection } from '../connection/connection.ts';
import type { RemoteRecord } from '../connector/connector.ts';
import type { LinkStore } from '../link/link.store.ts';
import type { LocalRecords } from '../local/local-record.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type FindRecord, findLookups, type Lookup } from '../mapping/transform.ts';

type Parts = { links: Pick<LinkStore, 'findByExternalId'>; local: Pick<LocalRecords, 'find'> };

type Context = { connection: Connection; mapping: Mapping };

/** Finds the records here that these external records refer to, in few queries. */
export type RecordLookup = (context: Context, fields: readonly RemoteRecord['fields'][]) => Promise<FindRecord>;

export const makeRecordLookup = ({ links, local }: Parts): RecordLookup => {
  /** The ids of records by the external key that they have in the connection. */
  const findLinked = async (
    { id: connectionId, org_id: orgId, mappings }: Connection,
    entityType: string,
    keys: readonly string[],
  ): Promise<Map<string, string>> => {
    const found = await Promise.all(
      mappings
        .filter((mapping) => mapping.entity_type === entityType)
        .map(({ id: mappingId }) => links.findByExternalId({ orgId, connectionId, mappingId }, keys)),
    );
    return new Map(found.flat().map(({ external_id, entity_id }) => [external_id ?? '', entity_id]));
  };

  return async ({ connection, mapping }, fields) => {
    const found = new Map<string, string>();
    const requested = Map.groupBy(findLookups(mapping, fields), ({ entityType, field }) => `${entityType} ${field}`);
    for (const lookups of requested.values()) {
      const [{ entityType, field }] = lookups as [Lookup, ...Lookup[]];
      const values = lookups.map(({ value }) => value);
      const ids =
        field === null
          ? await findLinked(connection, entityType, values)
          : await local.find(connection.org_id, entityType, { field, values });
      for (const [value, id] of ids) found.set(JSON.stringify([entityType, field, value]), id);
    }
    return ({ entityType, field, value }) => found.get(JSON.stringify([entityType, field, value])) ?? null;
  };
};
