import { newId, type Role } from '@qsc/contracts';
import { type Envelope, identityEvents } from '@qsc/contracts/events';
import { type Call, conflict, makeEvent } from '@qsc/service-kit/pure';
import { changedFields, type Fields } from '../audit/changed-fields.ts';
import { isOperator } from '../operator.ts';

/**
 * A user. `rights_version` rises when role, activity or password change: sessions and access tokens of an older one are over.
 * `must_change_password`: somebody else has set the password.
 */
export type User = {
  id: string;
  org_id: string;
  email: string;
  name: string;
  role: Role;
  active: boolean;
  signing_locked: boolean;
  password_hash: string;
  rights_version: number;
  must_change_password: boolean;
  created_at: Date;
  updated_at: Date;
  created_by: string;
  version: number;
};

export type NewUser = { email: string; name: string; role: Role };

export type UserPatch = { name?: string | undefined; role?: Role | undefined; active?: boolean | undefined };

/** What a decision on a user comes to. Without an event nothing changed; `rightsChanged`: what was issued before is void. */
export type DecidedUser = { user: User; event: Envelope | null; rightsChanged: boolean };

/** The form of an e-mail address by which a user is found, whatever the case it is typed in. */
export const toEmailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** A user without what nobody may see. */
export type ShownUser = Omit<User, 'password_hash' | 'rights_version'>;

export const showUser = ({ password_hash: _h, rights_version: _r, ...shown }: User): ShownUser => shown;

/** How a user appears as the one who acts, in an audit entry. */
export const auditUser = ({ id, email, name, role }: User) => ({ id, email, name, role });

const toFields = ({ email, name, role, active, signing_locked }: User): Fields => ({
  email,
  name,
  role,
  active,
  signing_locked,
});

type Details = Record<string, unknown>;

const passwordDetails = (user: User, before: User | null): Details =>
  before && before.password_hash !== user.password_hash ? { password_changed: true } : {};

const makeChangeEvent = (
  user: User,
  before: User | null,
  call: Call,
  details: Details = passwordDetails(user, before),
): Envelope =>
  makeEvent(before ? identityEvents.userUpdated : identityEvents.userCreated, call, {
    audit: {
      action: before ? 'update' : 'create',
      entity_type: 'user',
      entity_id: user.id,
      entity_name: user.name,
      entity_version: user.version,
      changes: changedFields(before ? toFields(before) : {}, toFields(user)),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    },
    record: {
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      active: user.active,
      version: user.version,
    },
  });

/** What an operator provisions, the operator hands over: such a password is as good as the user's own. */
const isSetByOther = ({ actor }: Call, userId?: string): boolean => actor.id !== userId && !isOperator(actor);

/** A new user of the caller's organisation. */
export const createUser = (input: NewUser, passwordHash: string, call: Call): DecidedUser => {
  const user: User = {
    id: newId('user'),
    org_id: call.actor.org_id,
    email: input.email.trim(),
    name: input.name,
    role: input.role,
    active: true,
    signing_locked: false,
    password_hash: passwordHash,
    rights_version: 1,
    must_change_password: isSetByOther(call),
    created_at: call.now,
    updated_at: call.now,
    created_by: call.actor.id,
    version: 1,
  };
  return { user, event: makeChangeEvent(user, null, call), rightsChanged: false };
};

const isAdmin = ({ role, active }: User): boolean => role === 'system_admin' && active;

/** Whether the change takes away an acting system_admin, of whom one must be left. */
export const losesAdmin = (before: User, after: User): boolean => isAdmin(before) && !isAdmin(after);

/** Throws `conflict` when nobody would be left who may manage the organisation. */
export const requireAdminLeft = (otherAdmins: number): void => {
  if (otherAdmins === 0)
    throw conflict('This is the last active system_admin of the organisation. Make another one first.', {
      reason: 'last_admin',
    });
};

const RIGHTS = ['role', 'active', 'password_hash'] as const;

/** The user with other values; void what was issued before when role, activity or password are among them. */
const changed = (before: User, values: Partial<User>, call: Call): DecidedUser => {
  const after: User = { ...before, ...values, updated_at: call.now, version: before.version + 1 };
  const isSame = (Object.keys(values) as (keyof User)[]).every((key) => before[key] === after[key]);
  if (isSame) return { user: before, event: null, rightsChanged: false };
  const rightsChanged = RIGHTS.some((key) => before[key] !== after[key]);
  if (rightsChanged) after.rights_version += 1;
  return { user: after, event: makeChangeEvent(after, before, call), rightsChanged };
};

/** Changes name, role or activity, and the password when a new hash is given; what is left out stays. */
export const patchUser = (before: User, patch: UserPatch, passwordHash: string | null, call: Call): DecidedUser =>
  changed(
    before,
    {
      name: patch.name ?? before.name,
      role: patch.role ?? before.role,
      active: patch.active ?? before.active,
      password_hash: passwordHash ?? before.password_hash,
      must_change_password: passwordHash === null ? before.must_change_password : isSetByOther(call, before.id),
    },
    call,
  );

/** Signing is refused until an administrator unlocks it (decisions §3); the lockout has an event of its own. */
export const lockSigning = (before: User, now: Date): User => ({
  ...before,
  signing_locked: true,
  updated_at: now,
  version: before.version + 1,
});

/** Lets the user sign again; the audit trail reports it also when only failures were forgotten. */
export const unlockUser = (before: User, call: Call): { user: User; event: Envelope } => {
  const { user } = changed(before, { signing_locked: false }, call);
  return { user, event: makeChangeEvent(user, before, call, { unlocked: true }) };
};
