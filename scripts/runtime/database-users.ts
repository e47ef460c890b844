import { createHash } from 'node:crypto';
import { type Db, MongoServerError } from 'mongodb';
import type { DatabaseAccess, ProgramUser } from './database-access.ts';

const UNKNOWN_USER = 11;
const UNKNOWN_ROLE = 31;

/**
 * Makes the first user, who may do anything. A server with no users at all lets somebody on its own machine do just that.
 */
export const createAdmin = async (admin: Db, { admin: user }: DatabaseAccess): Promise<void> => {
  await admin.command({ createUser: user.name, pwd: user.password, roles: ['root'] });
};

/**
 * Gives every program its user and its rights, and takes the rights back that it should not have. What was done is noted at
 * the first user, so that asking again costs one read.
 */
export const ensureUsers = async (admin: Db, access: DatabaseAccess): Promise<void> => {
  const noted = createHash('sha256').update(JSON.stringify(access)).digest('base64url');
  const { users } = await admin.command({ usersInfo: access.admin.name });
  if (users[0]?.customData?.access === noted) return;
  for (const user of access.programs) await ensureUser(admin, user);
  await admin.command({ updateUser: access.admin.name, customData: { access: noted } });
};

const ensureUser = async (admin: Db, { name, password, privileges }: ProgramUser): Promise<void> => {
  const role = { privileges, roles: [] };
  await either(UNKNOWN_ROLE, [
    () => admin.command({ updateRole: name, ...role }),
    () => admin.command({ createRole: name, ...role }),
  ]);
  const user = { pwd: password, roles: [name] };
  await either(UNKNOWN_USER, [
    () => admin.command({ updateUser: name, ...user }),
    () => admin.command({ createUser: name, ...user }),
  ]);
};

/** The first, or where it fails with that code the second. */
const either = async (
  code: number,
  [first, second]: [() => Promise<unknown>, () => Promise<unknown>],
): Promise<void> => {
  try {
    await first();
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== code) throw error;
    await second();
  }
};
