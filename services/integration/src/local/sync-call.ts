import { type Actor, newId, type Scope, systemActor, UTC } from '@qsc/contracts';
import type { Call } from '@qsc/service-kit/pure';

/** What a write of a synchronisation follows from. `requestedBy`: the user who asked for it by hand; null by interval or notice. */
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
 * Who synchronises: the system, since nobody saw what the partner sent before it was written, also where a user asked for the
 * synchronisation (that act has an audit entry of its own). It has no more right than an application: moves that the tables of
 * states or the definitions of workflows keep for some roles are refused.
 */
const syncActor = (orgId: string): Actor => ({ ...systemActor(orgId), kind: 'application', scopes: SYNC_SCOPES });

/** The call by which a synchronisation writes; its cause stands in the details of each audit entry. */
export const syncCall = (
  orgId: string,
  { connectionId, connectionName, syncId, requestedBy }: SyncCause,
  now: Date,
): Call => ({
  actor: syncActor(orgId),
  now,
  // Who takes the command has its day by its own.
  zone: UTC,
  requestId: newId('request'),
  client: { ip_address: null, user_agent: null, api_key_id: null },
  reason: `Synchronisation with ${connectionName}`,
  ifMatch: null,
  idempotency: null,
  traceparent: undefined,
  cause: {
    synchronization: {
      sync_id: syncId,
      connection_id: connectionId,
      connection_name: connectionName,
      requested_by: requestedBy,
    },
  },
});

/** The call by which one mapping of a synchronisation writes; what it is for stands beside the cause. */
export const callOfMapping = (call: Call, mappingId: string): Call => ({
  ...call,
  cause: { synchronization: { ...(call.cause?.synchronization as object), mapping_id: mappingId } },
});
