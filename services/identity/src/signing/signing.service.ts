import type { VerifyPasswordRequest__Output } from '@qsc/contracts/grpc/identity/v1/VerifyPasswordRequest';
import {
  AppError,
  type Call,
  type Clock,
  type Decision,
  DuplicateKey,
  passwordChangeRequired,
  requireMatch,
  systemCall,
  type UnitOfWork,
} from '@qsc/service-kit';
import { inOrganization } from '../operator.ts';
import type { OrganizationStore } from '../organization/organization.store.ts';
import type { Passwords } from '../password/password-hash.ts';
import type { UserStore } from '../user/user.store.ts';
import { lockSigning, type ShownUser, showUser, toEmailKey, type User, unlockUser } from '../user/user.ts';
import type { SigningStore } from './signing.store.ts';
import { clearGuard, countFailure, signatureFailed, signatureLockout } from './signing.ts';

export type SigningService = {
  /**
   * Checks the password of a signing user and, where it was entered, the user name (21 CFR 11.200). Throws `signature_invalid` for a wrong one, `account_locked`
   * while signing is locked, `forbidden` for an application, which cannot sign, and for a password that somebody else set.
   */
  verify(request: VerifyPasswordRequest__Output): Promise<User>;
  /** Lets a user of the caller's organisation sign again. */
  unlock(userId: string, call: Call): Promise<ShownUser>;
};

type Parts = {
  store: SigningStore;
  users: UserStore;
  organizations: Pick<OrganizationStore, 'get'>;
  passwords: Passwords;
  unitOfWork: UnitOfWork;
  clock: Clock;
};

type Outcome = 'right' | 'wrong' | 'locked' | 'not_own';

const REFUSALS = {
  wrong: () => new AppError('signature_invalid', 'The user name or password is wrong, so nothing was signed.'),
  locked: () =>
    new AppError('account_locked', 'Signing is locked after repeated failures. Ask an administrator to unlock it.'),
  not_own: passwordChangeRequired,
} as const;

const refusal = (outcome: Exclude<Outcome, 'right'>): AppError => REFUSALS[outcome]();

const buildCall = (request: VerifyPasswordRequest__Output, user: User, now: Date): Call => ({
  ...systemCall(request.org_id, now, request.request_id),
  actor: {
    kind: 'user',
    id: user.id,
    org_id: request.org_id,
    email: user.email,
    name: user.name,
    role: user.role,
    scopes: [],
    api_key_id: null,
    session_id: null,
  },
  client: {
    ip_address: request.ip_address || null,
    user_agent: request.user_agent || null,
    api_key_id: request.api_key_id || null,
  },
  reason: request.reason || null,
});

export const makeSigningService = (parts: Parts): SigningService => {
  const { store, users, organizations, passwords, unitOfWork, clock } = parts;

  /** A signature in the sandbox is by a user of the live organisation, or one of the sandbox's own. */
  const findSigner = async (orgId: string, userId: string): Promise<User | null> => {
    const { id, home_id } = await organizations.get(orgId);
    const [user] = await users.findMany(home_id ? [id, home_id] : [id], [userId]);
    return user ?? null;
  };

  /** Reads, checks and counts in turn for each user: many guesses at once are no more guesses. */
  const decide = async (
    userId: string,
    given: { password: string; username: string },
    call: Call,
  ): Promise<Decision<Outcome>> => {
    const user = await users.findById(userId);
    if (!user) return { changes: [], events: [], answer: 'wrong' };
    if (user.signing_locked) return { changes: [], events: [signatureFailed(user, 'locked', call)], answer: 'locked' };
    const isPasswordRight = await passwords.verify(user.password_hash, given.password);
    const isOwnName = given.username === '' || toEmailKey(given.username) === toEmailKey(user.email);
    if (isPasswordRight && isOwnName && user.active)
      return { changes: [], events: [], answer: user.must_change_password ? 'not_own' : 'right' };
    const failed = signatureFailed(user, 'failed', call);
    const { guard, locks } = countFailure(await store.findGuard(user), call.now);
    if (!locks) return { changes: [store.write(guard)], events: [failed], answer: 'wrong' };
    const locked = lockSigning(user, call.now);
    const events = [failed, signatureLockout(locked, inOrganization(call, locked.org_id))];
    return { changes: [store.write(guard), users.update(locked)], events, answer: 'wrong' };
  };

  return {
    async verify(request) {
      if (request.user_id.startsWith('app_'))
        throw new AppError('forbidden', 'An application cannot sign.', { details: { reason: 'user_required' } });
      const signer = await findSigner(request.org_id, request.user_id);
      if (!signer) {
        await passwords.verify(null, request.password);
        throw refusal('wrong');
      }
      const call = buildCall(request, signer, clock());
      const attempt = () => unitOfWork.decide(call, { records: [signer.id] }, () => decide(signer.id, request, call));
      const outcome = await attempt().catch((error: unknown) => {
        if (!(error instanceof DuplicateKey)) throw error;
        return attempt();
      });
      if (outcome !== 'right') throw refusal(outcome);
      return signer;
    },

    unlock: (userId, call) =>
      unitOfWork.decide(call, { records: [userId] }, async () => {
        const before = await users.get(call.actor.org_id, userId);
        requireMatch(call, before.version);
        const guard = await store.findGuard(before);
        const { user, event } = unlockUser(before, call);
        const changes = [
          ...(guard.failures.length > 0 ? [store.write(clearGuard(guard))] : []),
          ...(user.version > before.version ? [users.update(user)] : []),
        ];
        return { changes, events: [event], answer: showUser(user) };
      }),
  };
};
