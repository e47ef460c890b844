import type { Role } from '@qsc/contracts';
import type { VerifiedSigner } from '@qsc/contracts/grpc/identity/v1/VerifiedSigner';
import type { VerifyPasswordRequest__Output } from '@qsc/contracts/grpc/identity/v1/VerifyPasswordRequest';
import { AppError } from '@qsc/service-kit';

/** A user who can sign with a password. */
export type StandInSigner = {
  orgId: string;
  userId: string;
  password: string;
  name?: string;
  email?: string;
  role?: Role;
};

type Guarded = StandInSigner & { failures: number[]; locked: boolean };

const WINDOW_MS = 15 * 60_000;
const LIMIT = 5;

const wrong = (): AppError => new AppError('signature_invalid', 'The password is wrong, so nothing was signed.');

const countFailure = (signer: Guarded): void => {
  const now = Date.now();
  signer.failures = [...signer.failures.filter((at) => now - at < WINDOW_MS), now];
  signer.locked = signer.failures.length >= LIMIT;
};

const verifiedOf = ({ userId, name, email, role }: StandInSigner): VerifiedSigner => ({
  user_id: userId,
  name: name ?? 'Test User',
  email: email ?? 'user@example.test',
  role: role ?? 'quality_manager',
});

/** The passwords of signatures as the identity service checks them: five failures in fifteen minutes lock a user. */
export const makeStandInSigners = () => {
  const signers = new Map<string, Guarded>();
  return {
    add: (signer: StandInSigner): void => void signers.set(signer.userId, { ...signer, failures: [], locked: false }),
    async verify({ org_id, user_id, password }: VerifyPasswordRequest__Output): Promise<VerifiedSigner> {
      if (user_id.startsWith('app_'))
        throw new AppError('forbidden', 'An application cannot sign.', { details: { reason: 'user_required' } });
      const signer = signers.get(user_id);
      if (signer?.orgId !== org_id) throw wrong();
      if (signer.locked) throw new AppError('account_locked', 'Signing is locked after repeated failures.');
      if (signer.password === password) return verifiedOf(signer);
      countFailure(signer);
      throw wrong();
    },
  };
};
