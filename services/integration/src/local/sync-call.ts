import { type Actor, type Scope, systemActor } from '@qsc/contracts';
import { type Call, systemCall } from '@qsc/service-kit/pure';

/** The cause of a write of a synchronisation. `requestedBy`: the user who started it; null by interval or notice. */
export type SyncCause = {
  connectionId: string;
  connectionName: string;
  syncId: string;
  requestedBy: string | null;
};

/** What a synchronisation may do with records: what an application of the organisation may at most. */
const SYNC_SCOPES: readonly Scope[] = [
  'entities:write',
  'entities:delete',
  'suppliers:write',
  'certificates:write',
  'quality-events:write',
  'workflows:execute',
];

/**
 * The actor of a synchronisation is the system, also where a user started it (which has its own audit entry), since nobody
 * reviewed the values before they were written. It has the rights of an application: transitions that are reserved for some
 * roles are refused.
 */
const syncActor = (orgId: string): Actor => ({ ...systemActor(orgId), kind: 'application', scopes: SYNC_SCOPES });

/** The call of a synchronisation's writes; its cause is in the details of each audit entry. */
export const syncCall = (
  orgId: string,
  { connectionId, connectionName, syncId, requestedBy }: SyncCause,
  now: Date,
): Call => ({
  // In UTC: the owner of the record uses its own time zone.
  ...systemCall(orgId, now),
  actor: syncActor(orgId),
  reason: `Synchronisation with ${connectionName}`,
  cause: {
    synchronization: {
      sync_id: syncId,
      connection_id: connectionId,
      connection_name: connectionName,
      requested_by: requestedBy,
    },
  },
});

/** The call of the writes of one mapping; the mapping is added to the cause. */
export const callOfMapping = (call: Call, mappingId: string): Call => ({
  ...call,
  cause: { synchronization: { ...(call.cause?.synchronization as object), mapping_id: mappingId } },
});
