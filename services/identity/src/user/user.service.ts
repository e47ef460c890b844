import {
  AppError,
  type Call,
  conflict,
  DuplicateKey,
  invalidField,
  type PageOf,
  type RecordRead,
  requireMatch,
} from '@qsc/service-kit';
import type { ApiKeyStore } from '../api-key/api-key.store.ts';
import { revokeApiKey } from '../api-key/api-key.ts';
import { requireRoleGrantable } from '../granted-scopes.ts';
import type { Announce, Announced } from '../notice/announce.ts';
import { userRevocation } from '../notice/notice.ts';
import { inOrganization } from '../operator.ts';
import { type Passwords, toOpaqueString } from '../password/password-hash.ts';
import { type LoginService, wrongPassword } from '../session/login.service.ts';
import type { SigningService } from '../signing/signing.service.ts';
import type { ChangePassword, CreateUser, DirectoryQuery, PatchUser, UserListQuery } from './user.schemas.ts';
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
  /** Who is in the organisation, for any of its users. Throws `forbidden` for an application. */
  directory(query: DirectoryQuery, call: Call): Promise<PageOf<ShownUser>>;
  /**
   * What was issued to the user before is void when role, activity or password change, and the API keys of one who is
   * deactivated are revoked. Throws `conflict` for the last admin.
   */
  patch(id: string, patch: PatchUser, call: Call): Promise<ShownUser>;
  /** Lets a user sign and log in again after too many failures. */
  unlock(id: string, call: Call): Promise<ShownUser>;
  /** The caller's own password; every session ends. Throws `forbidden` for a wrong current one. */
  changePassword(input: ChangePassword, call: Call): Promise<void>;
};

type Parts = {
  store: UserStore;
  apiKeys: Pick<ApiKeyStore, 'findOfUser' | 'update'>;
  announce: Announce;
  passwords: Passwords;
  logins: Pick<LoginService, 'forgetFailures' | 'proveOwner'>;
  signing: Pick<SigningService, 'unlock'>;
  recordRead: RecordRead;
};

/** The use cases of users. */
export const makeUserService = (parts: Parts): UserService => {
  const { store, apiKeys, announce, passwords, logins, signing, recordRead } = parts;

  /** The keys of a user who is deactivated are revoked for good: an activation gives none of them back. */
  const revokedKeys = async (before: User, user: User, call: Call) => {
    if (!before.active || user.active) return [];
    const keys = await apiKeys.findOfUser(user.id);
    return keys.flatMap((key) => revokeApiKey(key, inOrganization(call, key.org_id)) ?? []);
  };

  /** Decides on a user of the caller's organisation, with its event and notice. */
  const change = (id: string, call: Call, decide: (user: User) => DecidedUser): Promise<ShownUser> =>
    announce(call, { records: [id] }, async (): Promise<Announced<ShownUser>> => {
      const before = await store.get(call.actor.org_id, id);
      requireMatch(call, before.version);
      const { user, event, rightsChanged } = decide(before);
      if (!event) return { changes: [], events: [], notices: [], answer: showUser(user) };
      const goes = losesAdmin(before, user);
      // Before the count: an admin who goes after it has touched the roster too, so that this decision is made again.
      const touched = goes ? [await store.touchRoster(user.org_id)] : [];
      if (goes) requireAdminLeft(await store.countOtherAdmins(user.org_id, id));
      const revoked = await revokedKeys(before, user, call);
      return {
        changes: [store.update(user), ...touched, ...revoked.map(({ key }) => apiKeys.update(key))],
        events: [event, ...revoked.map((one) => one.event)],
        notices: rightsChanged ? [userRevocation(id, user.rights_version, call.now)] : [],
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

    async directory(query, call) {
      if (call.actor.kind !== 'user')
        throw new AppError('forbidden', 'The directory is for users. Read /v1/users instead.', {
          details: { reason: 'user_required' },
        });
      const { data, meta } = await store.list(call.actor.org_id, query);
      return { data: data.map(showUser), meta };
    },

    async patch(id, patch, call) {
      const passwordHash = patch.password === undefined ? null : await passwords.hash(patch.password);
      return change(id, call, (user) => {
        requireRoleGrantable(call.actor, patch.role);
        if (patch.password !== undefined) requireRoleGrantable(call.actor, user.role);
        return patchUser(user, patch, passwordHash, call);
      });
    },

    async unlock(id, call) {
      const { email, version } = await store.get(call.actor.org_id, id);
      requireMatch(call, version);
      // Before the commit that stores the answer: a repetition would be answered that it was done.
      await logins.forgetFailures(email, call.now);
      return signing.unlock(id, call);
    },

    async changePassword({ current_password, new_password }, call) {
      const { actor } = call;
      if (actor.kind !== 'user' || actor.session_id === null)
        throw new AppError('forbidden', 'Only a user who has logged in can change the own password.', {
          details: { reason: 'session_required' },
        });
      if (toOpaqueString(current_password) === new_password)
        throw invalidField('new_password', 'unchanged', 'The new password is the current one. Choose another one.');
      const proven = await logins.proveOwner(actor.id, current_password, call);
      const passwordHash = await passwords.hash(new_password);
      await announce(call, { records: [actor.id] }, async () => {
        const before = await store.findById(actor.id);
        if (!before) throw new AppError('unauthorized', 'The user is not there any more.');
        if (before.password_hash !== proven.password_hash) throw wrongPassword();
        const { user, event } = patchUser(before, {}, passwordHash, call);
        return {
          changes: [store.update(user)],
          events: event ? [event] : [],
          notices: [userRevocation(user.id, user.rights_version, call.now)],
          answer: undefined,
        };
      });
    },
  };
};
