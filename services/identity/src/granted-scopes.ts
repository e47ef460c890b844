import { type Actor, ROLE_SCOPES, type Role, roleAllows, type Scope } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/pure';

/** Scopes of a new credential: nobody hands on a right that the own credential and role do not have. Throws `forbidden`. */
export const requireGrantable = (actor: Actor, scopes: readonly Scope[]): void => {
  const missing = scopes.find((scope) => !actor.scopes.includes(scope) || !roleAllows(actor.role, scope));
  if (missing !== undefined)
    throw new AppError('forbidden', `You cannot give the scope "${missing}", since you do not have it.`, {
      details: { required_scope: missing },
    });
};

/**
 * Nobody makes an administrator with less than an administrator's rights: a role that may write settings and users needs
 * all of its scopes in the own credential. Throws `forbidden`.
 */
export const requireRoleGrantable = (actor: Actor, role: Role | undefined): void => {
  if (role !== undefined && ROLE_SCOPES[role].includes('admin:write')) requireGrantable(actor, ROLE_SCOPES[role]);
};
