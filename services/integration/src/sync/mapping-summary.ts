import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { MappingSummary } from '../link/local-change.ts';
import { sendsRecords } from '../mapping/sends-records.ts';

/**
 * The mappings of organisations and whether they send records; also of inactive connections: their changes come once, and wait
 * until the connection is active.
 */
export const makeMappingSummaries =
  ({ connections }: { connections: Pick<ConnectionStore, 'listByOrganizations'> }) =>
  async (orgIds: readonly string[], kind: 'all' | 'sending'): Promise<MappingSummary[]> =>
    (await connections.listByOrganizations(orgIds, kind)).flatMap(toSummaries);

const toSummaries = ({ id, org_id: orgId, sync_config: { direction }, mappings }: Connection): MappingSummary[] =>
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
