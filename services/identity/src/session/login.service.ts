import { createHash } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { identityEvents } from '@qsc/contracts/events';
import {
  AppError,
  type Call,
  type Collection,
  defineCollection,
  insert,
  type Log,
  makeEvent,
  makeKeyedQueue,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';
import { inOrganization } from '../operator.ts';
import type { Passwords } from '../password/password-hash.ts';
import type { UserStore } from '../user/user.store.ts';
import { auditUser, toEmailKey, type User } from '../user/user.ts';
import type { Attempt, FailureLimit } from './failure-limit.ts';

const KEPT_SECONDS = 90 * 86_400;

/** Failed logins with a name that nobody has: they belong to no organisation's audit log. */
export const unknownLoginDefinition = defineCollection({
  name: 'unknown_login',
  shape: z.object({ _id: z.string(), username_hash: z.string(), ip_address: z.string().nullable(), at: z.date() }),
  indexes: [{ keys: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }],
  shared: true,
});

type UnknownLogin = z.infer<typeof unknownLoginDefinition.shape>;

export type Credentials = { username: string; password: string };

export type LoginService = {
  /**
   * The active user of the credentials, of one organisation where the application belongs to one. Every failure looks the
   * same, takes the same work and counts; a user's own are audited. Throws `unauthorized` or `rate_limit_exceeded`.
   */
  logIn(credentials: Credentials, orgId: string | null, call: Call): Promise<User>;
  /** The user who is logged in already and whose password it is. Throws `forbidden` or `rate_limit_exceeded`. */
  proveOwner(userId: string, password: string, call: Call): Promise<User>;
  /** Forgets the failures of a user name. */
  forgetFailures(username: string, now: Date): Promise<void>;
};

type Parts = {
  users: Pick<UserStore, 'findByEmail' | 'findById'>;
  passwords: Passwords;
  byUser: FailureLimit;
  byUserAndAddress: FailureLimit;
  byAddress: FailureLimit;
  unitOfWork: UnitOfWork;
  unknown: Collection<UnknownLogin>;
  log: Log;
};

const getAddress = ({ client }: Call): string => client.ip_address ?? 'unknown';

/** The answer to a user who is logged in and gave another password than the current one. */
export const wrongPassword = (): AppError =>
  new AppError('forbidden', 'The current password is wrong.', { details: { reason: 'password' } });

const wrongCredentials = (): AppError =>
  new AppError('unauthorized', 'The user name or the password is wrong. Try again.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

const failedLogin = (user: User, call: Call) =>
  makeEvent(identityEvents.loginFailed, inOrganization(call, user.org_id), {
    audit: {
      action: 'login',
      entity_type: 'user',
      entity_id: user.id,
      entity_name: user.name,
      entity_version: user.version,
      changes: {},
      user: auditUser(user),
      details: { outcome: 'failed' },
    },
    record: { user_id: user.id, session_id: null, username: user.email },
  });

const endAll = async (attempts: readonly Attempt[]): Promise<void> => {
  await Promise.all(attempts.map((place) => place.end()));
};

export const makeLoginService = (parts: Parts): LoginService => {
  const { users, passwords, byUser, byUserAndAddress, byAddress, unitOfWork, unknown, log } = parts;
  const inTurn = makeKeyedQueue();

  /** Both branches are one commit, so that the time does not reveal whether the user exists. */
  const recordFailure = async (user: User | null, username: string, call: Call): Promise<void> => {
    if (user) return unitOfWork.commit([], [failedLogin(user, call)]);
    const username_hash = createHash('sha256').update(toEmailKey(username)).digest('hex');
    log.warn('a login with an unknown user name was refused', { ip_address: call.client.ip_address });
    const row = { _id: newId('event'), username_hash, ip_address: call.client.ip_address, at: call.now };
    await unitOfWork.commit([insert(unknown, row)], []);
  };

  /** A place of the address, one of the name, and one of the name at this address: who guesses locks out nobody elsewhere. */
  const takeAttempts = async (username: string, call: Call): Promise<Attempt[]> => {
    const attempts: Attempt[] = [];
    try {
      const [name, address] = [toEmailKey(username), getAddress(call)];
      attempts.push(await byAddress.take([address], call.now));
      attempts.push(await byUserAndAddress.take([name, address], call.now));
      attempts.push(await byUser.take([name], call.now));
      return attempts;
    } catch (error) {
      if (error instanceof AppError)
        log.warn('a login was refused by its limit', { ip_address: call.client.ip_address });
      await endAll(attempts);
      throw error;
    }
  };

  /** Whether the password is the user's. Guesses of one name and address come in turn: those within the limit are answered. */
  const check = (user: User | null, { username, password }: Credentials, call: Call): Promise<boolean> =>
    inTurn([`${toEmailKey(username)} ${getAddress(call)}`], async () => {
      const attempts = await takeAttempts(username, call);
      try {
        const right = await passwords.verify(user?.password_hash ?? null, password);
        if (right && user?.active) return true;
        await Promise.all(attempts.map((place) => place.keepFailure()));
        await recordFailure(user, username, call);
        return false;
      } finally {
        await endAll(attempts);
      }
    });

  return {
    async logIn(credentials, orgId, call) {
      const user = await users.findByEmail(credentials.username);
      const known = user && (orgId === null || user.org_id === orgId) ? user : null;
      if (!(await check(known, credentials, call)) || !known) throw wrongCredentials();
      await byUserAndAddress.clear([toEmailKey(credentials.username), getAddress(call)], call.now);
      return known;
    },
    async proveOwner(userId, password, call) {
      const user = await users.findById(userId);
      if (user && (await check(user, { username: user.email, password }, call))) return user;
      throw wrongPassword();
    },
    forgetFailures: (username, now) => byUser.clear([toEmailKey(username)], now),
  };
};
