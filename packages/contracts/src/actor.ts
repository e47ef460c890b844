import type { Role } from './role.ts';
import type { Scope } from './scope.ts';

/**
 * Who acts: a user (possibly through an API key that the user made), an OAuth application, which acts as itself, or the system:
 * work by date and what follows from an event. No credential stands for the system; it acts between services alone.
 */
export type Actor = {
  kind: 'user' | 'application' | 'system';
  id: string;
  org_id: string;
  email: string | null;
  name: string;
  role: Role | null;
  scopes: readonly Scope[];
  api_key_id: string | null;
  session_id: string | null;
  /** Somebody else has set the password that the token was got with. */
  must_change_password?: true;
};

/** The actor of what nobody requested at that moment; the audit entry's details name the cause. */
export const systemActor = (orgId: string): Actor => ({
  kind: 'system',
  id: 'system',
  org_id: orgId,
  email: null,
  name: 'System',
  role: null,
  scopes: [],
  api_key_id: null,
  session_id: null,
});
