import { type Role, roleAllows } from '@qsc/contracts';

/** A user, from the identity service. */
export type KnownUser = { id: string; name: string; role: Role; active: boolean };

/** Whether a role decides at all, in its own name or as a delegate: a system administrator never does (decisions §3). */
export const mayDecide = (role: Role | null): role is Role =>
  role !== null && role !== 'system_admin' && roleAllows(role, 'workflows:execute');
