import { type Actor, roleAllows } from '@qsc/contracts';
import type { DecisionRight__Output } from '@qsc/contracts/grpc/workflow/v1/DecisionRight';
import { authorize, type Call, type GrpcClient } from '@qsc/service-kit';

const READ = { scope: 'audit-logs:read' } as const;

const hasScope = ({ scopes, role }: Actor, scope: 'audit-logs:read' | 'workflows:execute'): boolean =>
  scopes.includes(scope) && roleAllows(role, scope);

/** Whether a user may be one who decides on records; a system administrator and an application never do. */
export const mayBeApprover = (actor: Actor): boolean =>
  actor.kind === 'user' && actor.role !== 'system_admin' && hasScope(actor, 'workflows:execute');

/**
 * Lets a caller read and review the trail of a record: with the scope, or as long as they may decide on the record (decisions §4,
 * "Workflows"). Throws `forbidden`, and `service_unavailable` where workflow is away.
 */
export type RequireTrailReader = (call: Pick<Call, 'actor'>, recordId: string | null) => Promise<void>;

/** Asks the workflow service, which knows who decides. */
export const makeRequireTrailReader =
  (workflow: Pick<GrpcClient, 'call'>): RequireTrailReader =>
  async ({ actor }, recordId) => {
    if (hasScope(actor, 'audit-logs:read')) return;
    if (recordId !== null && mayBeApprover(actor)) {
      const asked = { org_id: actor.org_id, record_id: recordId, user_id: actor.id, role: actor.role };
      const { may_decide } = await workflow.call<object, DecisionRight__Output>('MayDecide', asked);
      if (may_decide) return;
    }
    authorize(actor, READ);
  };
