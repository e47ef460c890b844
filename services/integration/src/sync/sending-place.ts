import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { SendingPlace } from '../link/local-change.ts';
import { sendsRecords } from '../mapping/sends-records.ts';

/** The mappings of active connections that send records of ours to an external system. */
export const makeSendingPlaces =
  ({ connections }: { connections: Pick<ConnectionStore, 'activeOf'> }) =>
  async (orgIds: readonly string[]): Promise<SendingPlace[]> =>
    (await connections.activeOf(orgIds)).flatMap(placesOf);

const placesOf = ({ id, org_id: orgId, sync_config: { direction }, mappings }: Connection): SendingPlace[] => {
  const sending = mappings.filter((mapping) => sendsRecords(direction, mapping));
  return sending.map(({ id: mappingId, entity_type: entityType, event_subtype: eventSubtype, bidirectional }) => ({
    orgId,
    connectionId: id,
    mappingId,
    entityType,
    eventSubtype,
    creates: bidirectional?.enabled === true && bidirectional.create,
  }));
};
