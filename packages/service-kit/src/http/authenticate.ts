import { type Actor, type Role, roleAllows, type Scope, toActor } from '@qsc/contracts';
import { AppError } from '../error.ts';
import type { TokenVerifier } from '../token-verifier.ts';
import { parseBearer } from './request.ts';

/** Tells who calls, from the `Authorization` header. Throws `unauthorized`. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

/** Verifies the access token itself: no service trusts the network or a plain header. The gateway refuses revoked ones. */
export const makeAuthenticate =
  (verifier: TokenVerifier): Authenticate =>
  async (authorization) =>
    toActor(await verifier.verify(parseBearer(authorization)));

type Required = {
  scope: Scope | 'authenticated';
  roles?: readonly Role[] | undefined;
  permitsForeignPassword?: boolean | undefined;
};

/** The refusal of all but a change of a password that somebody else has set. */
export const passwordChangeRequired = (): AppError =>
  new AppError('forbidden', 'Somebody else has set this password. Change it with POST /v1/me/password first.', {
    details: { reason: 'password_change_required' },
  });

/** A right is the scope of the credential and the role of the acting user together (decisions §3). Throws `forbidden`. */
export const authorize = (actor: Actor, { scope, roles, permitsForeignPassword }: Required): void => {
  if (actor.must_change_password && !permitsForeignPassword) throw passwordChangeRequired();
  if (scope !== 'authenticated') {
    if (!actor.scopes.includes(scope))
      throw new AppError('forbidden', `This needs the scope "${scope}", which the credential does not have.`, {
        details: { required_scope: scope },
      });
    if (!roleAllows(actor.role, scope))
      throw new AppError('forbidden', `The role "${actor.role}" does not allow "${scope}".`, {
        details: { required_scope: scope, reason: 'role' },
      });
  }
  if (roles && (actor.role === null || !roles.includes(actor.role)))
    throw new AppError('forbidden', `This needs one of the roles ${roles.join(', ')}.`, {
      details: { reason: 'role', roles },
    });
};
