import type { VerifiedSigner } from '@qsc/contracts/grpc/identity/v1/VerifiedSigner';
import type { VerifyPasswordRequest__Output } from '@qsc/contracts/grpc/identity/v1/VerifyPasswordRequest';
import { AppError } from '@qsc/service-kit';
import { answeredUser, type StandInUsers } from './stand-in-user.ts';

type VerifyPassword = (request: VerifyPasswordRequest__Output) => Promise<VerifiedSigner>;

const WINDOW_MS = 15 * 60_000;
const LIMIT = 5;

const wrong = (): AppError =>
  new AppError('signature_invalid', 'The user name or password is wrong, so nothing was signed.');

/** Checks passwords of signatures as the identity service does: five failures in fifteen minutes lock a user. */
export const makeVerifyPassword = (users: Pick<StandInUsers, 'find'>): VerifyPassword => {
  const failures = new Map<string, number[]>();
  const locked = new Set<string>();

  const countFailure = (id: string): void => {
    const now = Date.now();
    const recent = [...(failures.get(id) ?? []).filter((at) => now - at < WINDOW_MS), now];
    failures.set(id, recent);
    if (recent.length >= LIMIT) locked.add(id);
  };

  return async ({ org_id, user_id, password, username }) => {
    if (user_id.startsWith('app_'))
      throw new AppError('forbidden', 'An application cannot sign.', { details: { reason: 'user_required' } });
    const user = users.find(org_id, user_id);
    if (!user) throw wrong();
    if (locked.has(user_id)) throw new AppError('account_locked', 'Signing is locked after repeated failures.');
    await user.whileChecked?.();
    const { id, name, email, role, active } = answeredUser(user);
    const isOwnName = username === '' || username === email;
    if (user.password === password && isOwnName && active) return { user_id: id, name, email, role };
    countFailure(user_id);
    throw wrong();
  };
};
