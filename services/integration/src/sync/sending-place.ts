import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection } from '../connection/connection.ts';
import { movesStatesThere } from '../follow/followed-field.ts';
import type { SendingPlace } from '../link/local-change.ts';

/** The mappings of active connections that send records of ours to an external system. */
export const makeSendingPlaces =
  ({ connections }: { connections: Pick<ConnectionStore, 'activeOf'> }) =>
  async (orgIds: readonly string[]): Promise<SendingPlace[]> =>
    (await connections.activeOf(orgIds)).flatMap(placesOf);

const placesOf = ({ id, org_id: orgId, sync_config: { direction }, mappings }: Connection): SendingPlace[] => {
  if (direction === 'inbound') return [];
  const sending = mappings.filter(
    (mapping) => (mapping.bidirectional?.enabled ?? direction === 'outbound') || movesStatesThere(mapping),
  );
  return sending.map(({ id: mappingId, entity_type: entityType, event_subtype: eventSubtype, bidirectional }) => ({
    orgId,
    connectionId: id,
    mappingId,
    entityType,
    eventSubtype,
    creates: bidirectional?.enabled === true && bidirectional.create,
  }));
};
