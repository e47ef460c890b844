import type { AuditFacts, TransitionSnapshot } from '@qsc/contracts/events';
import { type Call, systemCall } from '../call.ts';

type TransitionFacts = Pick<AuditFacts, 'action' | 'user' | 'signature'> & {
  workflow_state: string;
  details?: Record<string, unknown>;
};

/**
 * The call of a workflow transition: its client, request, reason and moment, for the owner of the record that
 * it changes. Who acted goes into the audit entry by `factsOfTransition`.
 */
export const callOfTransition = (orgId: string, { act }: Pick<TransitionSnapshot, 'act'>): Call => {
  const call = systemCall(orgId, new Date(act.at), act.request_id);
  return { ...call, actor: { ...call.actor, ...act.user, role: null }, client: act.client, reason: act.reason };
};

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
}: TransitionSnapshot): TransitionFacts => ({
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
