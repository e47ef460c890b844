import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { MappedPlace } from '../link/local-change.ts';
import { sendsRecords } from '../mapping/sends-records.ts';

/**
 * The mappings of organisations and whether they send records of ours; also those of connections that are not active: what
 * changes meanwhile is told once, and waits until they are.
 */
export const makeMappedPlaces =
  ({ connections }: { connections: Pick<ConnectionStore, 'ofOrganizations'> }) =>
  async (orgIds: readonly string[], kind: 'all' | 'sending'): Promise<MappedPlace[]> =>
    (await connections.ofOrganizations(orgIds, kind)).flatMap(placesOf);

const placesOf = ({ id, org_id: orgId, sync_config: { direction }, mappings }: Connection): MappedPlace[] =>
  mappings.map((mapping) => {
    const sends = sendsRecords(direction, mapping);
    return {
      orgId,
      connectionId: id,
      mappingId: mapping.id,
      entityType: mapping.entity_type,
      eventSubtype: mapping.event_subtype,
      sends,
      creates: sends && mapping.bidirectional?.enabled === true && mapping.bidirectional.create,
    };
  });
