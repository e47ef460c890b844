import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { SendingPlace } from '../link/local-change.ts';
import { sendsRecords } from '../mapping/sends-records.ts';

/**
 * The mappings that send records of ours to an external system; also those of connections that are not active: what changes
 * meanwhile is told once, and waits until they are.
 */
export const makeSendingPlaces =
  ({ connections }: { connections: Pick<ConnectionStore, 'sendingOf'> }) =>
  async (orgIds: readonly string[]): Promise<SendingPlace[]> =>
    (await connections.sendingOf(orgIds)).flatMap(placesOf);

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
