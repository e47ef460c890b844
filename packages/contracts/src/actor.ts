import type { Role } from './role.ts';
import type { Scope } from './scope.ts';

/** Who acts: a user (possibly through an API key that the user made) or an OAuth application, which acts as itself. */
export type Actor = {
  kind: 'user' | 'application';
  id: string;
  org_id: string;
  email: string | null;
  name: string;
  role: Role | null;
  scopes: readonly Scope[];
  api_key_id: string | null;
  session_id: string | null;
};
