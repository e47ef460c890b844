import { type ConnectionSnapshot, type Envelope, integrationEvents } from '@qsc/contracts/events';
import { type Call, changesBetween, makeEvent } from '@qsc/service-kit/pure';
import type { Connection } from './connection.ts';

/** What audit entries call a connection. */
export const CONNECTION_ENTITY = 'integration_connection';

/** The audited fields of a connection; never a secret. */
export const tracked = (connection: Connection) => {
  const { name, type, status, authentication, endpoints, sync_config, conflict_resolution, error_handling } =
    connection;
  return { name, type, status, authentication, endpoints, sync_config, conflict_resolution, error_handling };
};

type What = 'created' | 'updated' | 'deleted';

const DEFINITIONS = {
  created: integrationEvents.connectionCreated,
  updated: integrationEvents.connectionUpdated,
  deleted: integrationEvents.connectionDeleted,
} as const;

const ACTIONS = { created: 'create', updated: 'update', deleted: 'delete' } as const;

/** The event of an act on a connection, with its audit entry. */
export const connectionEvent = (
  what: What,
  { before, after }: { before: Connection | null; after: Connection | null },
  call: Call,
  details: Record<string, unknown> = {},
): Envelope => {
  const shown = (after ?? before) as Connection;
  return makeEvent(DEFINITIONS[what], call, {
    audit: {
      action: ACTIONS[what],
      ...toAuditFacts(shown),
      changes: changesBetween(before ? tracked(before) : {}, after ? tracked(after) : {}),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    },
    record: toSnapshot(shown),
  });
};

/** The event of replaced mappings. */
export const mappingsEvent = (before: Connection, after: Connection, call: Call): Envelope =>
  makeEvent(integrationEvents.mappingsReplaced, call, {
    audit: {
      action: 'update',
      ...toAuditFacts(after),
      changes: { mappings: { from: before.mappings, to: after.mappings } },
      details: { operation: 'replace_mappings' },
    },
    record: { connection_id: after.id, entity_types: [...new Set(after.mappings.map((one) => one.entity_type))] },
  });

const toAuditFacts = ({ id, name, version }: Connection) => ({
  entity_type: CONNECTION_ENTITY,
  entity_id: id,
  entity_name: name,
  entity_version: version,
});

const toSnapshot = ({ id, name, type, status, authentication, version }: Connection): ConnectionSnapshot => ({
  id,
  name,
  type,
  status,
  version,
  authentication_type: authentication.type,
});
