import { systemActor, UTC } from '@qsc/contracts';
import type { AuditFacts, TransitionSnapshot } from '@qsc/contracts/events';
import type { Call } from '../call.ts';

type MoveFacts = Pick<AuditFacts, 'action' | 'user' | 'signature'> & {
  workflow_state: string;
  details?: Record<string, unknown>;
};

/**
 * The call of a workflow transition: its client, request, reason and moment, for the owner of the record that
 * it changes. Who acted goes into the audit entry by `factsOfTransition`.
 */
export const callOfTransition = (orgId: string, { act }: Pick<TransitionSnapshot, 'act'>): Call => ({
  actor: { ...systemActor(orgId), ...act.user, role: null },
  now: new Date(act.at),
  zone: UTC,
  requestId: act.request_id,
  client: act.client,
  reason: act.reason,
  ifMatch: null,
  idempotency: null,
  traceparent: undefined,
});

/**
 * What the audit entry of a transition says beside the record: the act, who acted, the state after it and its signature. The owner
 * of the record adds the record with its exact version and changes.
 */
export const factsOfTransition = ({
  action,
  act,
  to_state,
  signature_required,
  signature,
}: TransitionSnapshot): MoveFacts => ({
  action,
  user: act.user,
  workflow_state: to_state,
  signature: {
    required: signature_required,
    signed: signature !== null,
    signature_id: signature?.signature_id ?? null,
    meaning: signature?.meaning ?? null,
  },
  ...(act.details ? { details: act.details } : {}),
});
