import { AppError, type Call, type Clock, conflict, DuplicateKey, type PageOf, requireMatch } from '@qsc/service-kit';
import type { RecordRead } from '../audit/record-read.ts';
import { requireRoleGrantable } from '../granted-scopes.ts';
import type { Announce, Announced } from '../notice/announce.ts';
import { userRevocation } from '../notice/notice.ts';
import type { Passwords } from '../password/password-hash.ts';
import { type LoginService, wrongPassword } from '../session/login.service.ts';
import type { SigningService } from '../signing/signing.service.ts';
import type { ChangePassword, CreateUser, PatchUser, UserListQuery } from './user.schemas.ts';
import type { UserStore } from './user.store.ts';
import {
  createUser,
  type DecidedUser,
  losesAdmin,
  patchUser,
  requireAdminLeft,
  type ShownUser,
  showUser,
  type User,
} from './user.ts';

export type UserService = {
  /** Throws `conflict` when somebody has the e-mail address, in whichever organisation. */
  create(input: CreateUser, call: Call): Promise<ShownUser>;
  read(id: string, call: Call): Promise<ShownUser>;
  list(query: UserListQuery, call: Call): Promise<PageOf<ShownUser>>;
  /** What was issued to the user before is void when role, activity or password change. Throws `conflict` for the last admin. */
  patch(id: string, patch: PatchUser, call: Call): Promise<ShownUser>;
  /** Lets a user sign and log in again after too many failures. */
  unlock(id: string, call: Call): Promise<ShownUser>;
  /** The caller's own password; every session ends. Throws `forbidden` for a wrong current one. */
  changePassword(input: ChangePassword, call: Call): Promise<void>;
};

type Parts = {
  store: UserStore;
  announce: Announce;
  passwords: Passwords;
  logins: Pick<LoginService, 'forgetFailures' | 'proveOwner'>;
  signing: Pick<SigningService, 'unlock'>;
  recordRead: RecordRead;
  clock: Clock;
};

/** The use cases of users. */
export const makeUserService = (parts: Parts): UserService => {
  const { store, announce, passwords, logins, signing, recordRead, clock } = parts;

  /** The call at the time of its decision: what was issued since the request came in is void with what was before. */
  const decidedNow = (call: Call): Call => ({ ...call, now: clock() });

  /** Decides on a user of the caller's organisation, with its event and notice. */
  const change = (id: string, call: Call, decide: (user: User, at: Call) => DecidedUser): Promise<ShownUser> =>
    announce(call, { records: [id] }, async (): Promise<Announced<ShownUser>> => {
      const before = await store.get(call.actor.org_id, id);
      requireMatch(call, before.version);
      const at = decidedNow(call);
      const { user, event, rightsChanged } = decide(before, at);
      if (!event) return { changes: [], events: [], notices: [], answer: showUser(user) };
      const goes = losesAdmin(before, user);
      // Before the count: an admin who goes after it has touched the roster too, so that this decision is made again.
      const touched = goes ? [await store.touchRoster(user.org_id)] : [];
      if (goes) requireAdminLeft(await store.countOtherAdmins(user.org_id, id));
      return {
        changes: [store.update(user), ...touched],
        events: [event],
        notices: rightsChanged ? [userRevocation(id, user.tokens_valid_from, at.now)] : [],
        answer: showUser(user),
      };
    });

  return {
    async create(input, call) {
      requireRoleGrantable(call.actor, input.role);
      const passwordHash = await passwords.hash(input.password);
      const { user, event } = createUser(input, passwordHash, call);
      return announce(call, {}, async () => ({
        changes: [store.insert(user)],
        events: event ? [event] : [],
        notices: [],
        answer: showUser(user),
      })).catch((error: unknown) => {
        if (!(error instanceof DuplicateKey && error.collection === 'user')) throw error;
        throw conflict('A user with this e-mail address exists. Use another one.', { field: 'email' });
      });
    },

    async read(id, call) {
      const user = await store.get(call.actor.org_id, id);
      await recordRead({ type: 'user', ...user }, call);
      return showUser(user);
    },

    async list(query, call) {
      const { data, meta } = await store.list(call.actor.org_id, query);
      return { data: data.map(showUser), meta };
    },

    async patch(id, patch, call) {
      const passwordHash = patch.password === undefined ? null : await passwords.hash(patch.password);
      return change(id, call, (user, at) => {
        requireRoleGrantable(call.actor, patch.role);
        if (patch.password !== undefined) requireRoleGrantable(call.actor, user.role);
        return patchUser(user, patch, passwordHash, at);
      });
    },

    async unlock(id, call) {
      const { email, version } = await store.get(call.actor.org_id, id);
      requireMatch(call, version);
      // Before the commit that stores the answer: a repetition would be told that it was done.
      await logins.forgetFailures(email, call.now);
      return signing.unlock(id, call);
    },

    async changePassword({ current_password, new_password }, call) {
      const { actor } = call;
      if (actor.kind !== 'user' || actor.session_id === null)
        throw new AppError('forbidden', 'Only a user who has logged in can change the own password.', {
          details: { reason: 'session_required' },
        });
      const proven = await logins.proveOwner(actor.id, current_password, call);
      const passwordHash = await passwords.hash(new_password);
      await announce(call, { records: [actor.id] }, async () => {
        const before = await store.findById(actor.id);
        if (!before) throw new AppError('unauthorized', 'The user is not there any more.');
        if (before.password_hash !== proven.password_hash) throw wrongPassword();
        const at = decidedNow(call);
        const { user, event } = patchUser(before, {}, passwordHash, at);
        return {
          changes: [store.update(user)],
          events: event ? [event] : [],
          notices: [userRevocation(user.id, user.tokens_valid_from, at.now)],
          answer: undefined,
        };
      });
    },
  };
};
