import { ROLES, type Role } from '@qsc/contracts';
import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
  replace,
  trusted,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import { z } from 'zod';
import type { UserListQuery } from './user.schemas.ts';
import { toEmailKey, type User } from './user.ts';

/** Users; `email_key` is unique over all organisations, since a login names no organisation. */
export const userDefinition = defineCollection({
  name: 'user',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    email: z.string(),
    email_key: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    active: z.boolean(),
    signing_locked: z.boolean(),
    password_hash: z.string(),
    rights_version: z.number().int(),
    must_change_password: z.boolean(),
    created_at: z.date(),
    updated_at: z.date(),
    created_by: z.string(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { email_key: 1 }, unique: true },
    { keys: { org_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, role: 1, active: 1 } },
  ],
});

type StoredUser = z.infer<typeof userDefinition.shape>;

/** One row for an organisation, written whenever an admin goes: of two that go at once the second decides again. */
export const adminRosterDefinition = defineCollection({
  name: 'admin_roster',
  shape: z.object({ _id: z.string(), org_id: z.string(), version: z.number().int() }),
  indexes: [],
});

type AdminRoster = z.infer<typeof adminRosterDefinition.shape>;

export type UserStore = {
  /** The user of the organisation, or null. */
  find(orgId: string, id: string): Promise<User | null>;
  /** The user of the organisation. Throws `not_found`. */
  get(orgId: string, id: string): Promise<User>;
  findMany(orgIds: readonly string[], ids: readonly string[]): Promise<User[]>;
  /** The active users of the organisations who have one of the roles, by name. */
  findActiveByRole(orgIds: readonly string[], roles: readonly Role[]): Promise<User[]>;
  /** The active users of the organisation's own, oldest first. */
  findActive(orgId: string): Promise<User[]>;
  /** The user of any organisation, for a login or a token that names nobody else. */
  findByEmail(email: string): Promise<User | null>;
  findById(id: string): Promise<User | null>;
  /** Those of the addresses that somebody has, and those that come twice. */
  taken(emails: readonly string[]): Promise<string[]>;
  list(orgId: string, query: UserListQuery): Promise<PageOf<User>>;
  countOtherAdmins(orgId: string, id: string): Promise<number>;
  insert(user: User): Change;
  /** The write of a user that was read at the version before this one. */
  update(user: User): Change;
  /** The write that lets only one admin of an organisation go at a time; made before the others are counted. */
  touchRoster(orgId: string): Promise<Change>;
};

const toUser = ({ _id, email_key: _key, ...stored }: StoredUser): User => ({ id: _id, ...stored });

const toStored = ({ id, ...user }: User): StoredUser => ({ _id: id, ...user, email_key: toEmailKey(user.email) });

const PATHS: Record<string, string> = { email: 'email_key', id: '_id' };

const buildFilter = (orgId: string, { role, active, email }: UserListQuery): QueryFilter<StoredUser> => ({
  org_id: orgId,
  ...(role === undefined ? {} : { role: anyOf(role) }),
  ...(active === undefined ? {} : { active }),
  ...(email === undefined ? {} : { email_key: anyOf(email.map(toEmailKey)) }),
});

/** The store of users in MongoDB. */
export const makeUserStore = (users: Collection<StoredUser>, rosters: Collection<AdminRoster>): UserStore => {
  const find = async (orgId: string, id: string): Promise<User | null> => {
    const stored = await users.findOne({ org_id: orgId, _id: id });
    return stored ? toUser(stored) : null;
  };
  const findAnywhere = async (filter: QueryFilter<StoredUser>): Promise<User | null> => {
    const stored = await users.model.findOne(filter).lean().exec();
    return stored ? toUser(stored as StoredUser) : null;
  };
  return {
    find,
    async get(orgId, id) {
      const user = await find(orgId, id);
      if (!user) throw notFound('user', id);
      return user;
    },
    async findMany(orgIds, ids) {
      const filter = { org_id: trusted({ $in: [...orgIds] }), _id: trusted({ $in: [...ids] }) };
      return (await users.model.find(filter).lean().exec()).map((stored) => toUser(stored as StoredUser));
    },
    async findActiveByRole(orgIds, roles) {
      const filter = { org_id: trusted({ $in: [...orgIds] }), role: trusted({ $in: [...roles] }), active: true };
      const found = await users.model.find(filter).sort({ name: 1, _id: 1 }).lean().exec();
      return found.map((stored) => toUser(stored as StoredUser));
    },
    findActive: async (orgId) =>
      (await users.find({ org_id: orgId, active: true }, { sort: { created_at: 1, _id: 1 } })).map(toUser),
    findByEmail: (email) => findAnywhere({ email_key: toEmailKey(email) }),
    findById: (id) => findAnywhere({ _id: id }),
    async taken(emails) {
      const keys = emails.map(toEmailKey);
      const found = await users.model
        .find({ email_key: trusted({ $in: keys }) }, { email_key: 1 })
        .lean()
        .exec();
      const known = new Set(found.map(({ email_key }) => email_key));
      return emails.filter(
        (_email, index) => known.has(keys[index] ?? '') || keys.indexOf(keys[index] ?? '') !== index,
      );
    },
    list: (orgId, query) => listPage(users, { filter: buildFilter(orgId, query), query, show: toUser, paths: PATHS }),
    countOtherAdmins: (orgId, id) =>
      users.count({ org_id: orgId, role: 'system_admin', active: true, _id: trusted({ $ne: id }) }),
    insert: (user) => insert(users, toStored(user)),
    update: (user) => replace(users, toStored(user), user.version - 1),
    async touchRoster(orgId) {
      const roster = await rosters.findOne({ org_id: orgId, _id: orgId });
      const next = { _id: orgId, org_id: orgId, version: (roster?.version ?? 0) + 1 };
      return roster ? replace(rosters, next, roster.version) : insert(rosters, next);
    },
  };
};
