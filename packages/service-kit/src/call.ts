import { type Actor, type LocalTime, newId, systemActor, UTC } from '@qsc/contracts';
import type { Organization__Output as Organization } from '@qsc/contracts/grpc/identity/v1/Organization';

/** Where a request came from, as the audit entry shows it. */
export type Client = { ip_address: string | null; user_agent: string | null; api_key_id: string | null };

/**
 * A POST that may be repeated: the row's id (organisation, and a hash of caller, method, path and key), a keyed hash of what was
 * asked (`otherFingerprints`: by the other secrets while the mesh changes its secret), the members of the answer that are not
 * kept, and whether a commit has stored the answer (set by the unit of work).
 */
export type Idempotency = {
  id: string;
  fingerprint: string;
  otherFingerprints?: readonly string[];
  once: readonly string[];
  stored: boolean;
};

/** What a use case needs to know of the request that it serves: who acts, when, for which reason, under which precondition. */
export type Call = {
  actor: Actor;
  now: Date;
  /** The time zone of the organisation, by which its calendar days go. */
  zone: string;
  requestId: string;
  client: Client;
  reason: string | null;
  /** Versions that `If-Match` accepts, `'*'` for any, null when the header was not sent. */
  ifMatch: readonly number[] | '*' | null;
  idempotency: Idempotency | null;
  traceparent: string | undefined;
  /** The organisation with its settings at the time of the request; absent without an HTTP request. */
  organization?: Organization | undefined;
  /** The version of the gateway that has passed the request on; absent where none has. */
  gatewayVersion?: string | undefined;
  /** What caused it where the system acts, such as a synchronisation: stands in the details of each audit entry. */
  cause?: Readonly<Record<string, unknown>> | undefined;
  /** Aborted when the caller leaves before the answer. Absent where nobody waits for one. */
  gone?: AbortSignal | undefined;
};

/**
 * The call of what the system does by itself, by date or after an event; `requestId` that of its cause where there is one.
 * @param at with the organisation's zone where a calendar day decides.
 */
export const systemCall = (orgId: string, at: Date | LocalTime, requestId: string = newId('request')): Call => ({
  actor: systemActor(orgId),
  now: at instanceof Date ? at : at.now,
  zone: at instanceof Date ? UTC : at.zone,
  requestId,
  client: { ip_address: null, user_agent: null, api_key_id: null },
  reason: null,
  ifMatch: null,
  idempotency: null,
  traceparent: undefined,
});
