import { SCOPES } from '@qsc/contracts';
import { type Call, systemCall } from '@qsc/service-kit/pure';

/** Whose actions concern the whole platform (its signing keys) and no organisation. */
export const PLATFORM_ORG = 'org_platform';

const OPERATOR_ID = 'operator';

/** Whether an operator's command or the service's own schedule acts. */
export const isOperator = ({ id }: { id: string }): boolean => id === OPERATOR_ID;

/**
 * The call of an action without a request: an operator's command or the service's own schedule.
 * @param name who the audit entry names, such as `provisioning`.
 */
export const operatorCall = (name: string, orgId: string, now: Date): Call => ({
  ...systemCall(orgId, now),
  actor: {
    kind: 'application',
    id: OPERATOR_ID,
    org_id: orgId,
    email: null,
    name,
    role: null,
    scopes: SCOPES,
    api_key_id: null,
    session_id: null,
  },
});

/** The same call, acting in another organisation. */
export const inOrganization = (call: Call, orgId: string): Call => ({
  ...call,
  actor: { ...call.actor, org_id: orgId },
});
