import { type Role, systemActor } from '@qsc/contracts';
import type { AuditFacts, MoveSnapshot } from '@qsc/contracts/events';
import type { Call } from '../call.ts';

/** The call of the act that a move of a workflow is: whoever acted, from where, why and when. */
export const callOfMove = (orgId: string, { act }: Pick<MoveSnapshot, 'act'>): Call => ({
  actor: { ...systemActor(orgId), ...act.user, role: act.user.role as Role | null, api_key_id: act.client.api_key_id },
  now: new Date(act.at),
  requestId: act.request_id,
  client: act.client,
  reason: act.reason,
  ifMatch: null,
  idempotency: null,
  traceparent: undefined,
});

/** What the audit entry of a moved record tells of the move: the action, the state after it, its details and its signature. */
export const auditOfMove = (
  move: Pick<MoveSnapshot, 'action' | 'to_state' | 'act' | 'signature' | 'signature_required'>,
): Pick<AuditFacts, 'action' | 'signature'> & { workflow_state: string; details?: Record<string, unknown> } => ({
  action: move.action,
  workflow_state: move.to_state,
  ...(move.act.details ? { details: move.act.details } : {}),
  signature: {
    required: move.signature_required,
    signed: move.signature !== null,
    signature_id: move.signature?.signature_id ?? null,
    meaning: move.signature?.meaning ?? null,
  },
});
