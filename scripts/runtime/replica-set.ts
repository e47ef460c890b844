import { createHash } from 'node:crypto';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import type { DatabaseAccess, DatabaseUser, ProgramUser } from './database-access.ts';
import type { Probe } from './plan.ts';

const NOT_YET_INITIALIZED = 94;
const ALREADY_INITIALIZED = 23;
const AUTHENTICATION_FAILED = 18;
const TIMEOUT_MS = 5000;

type MemberConfig = { _id: number; host: string };
type ReplicaSetConfig = { _id: string; version: number; members: MemberConfig[] };
type Node = Extract<Probe, { kind: 'mongodb' }>;

/**
 * Whether the single node on the port is the primary of its replica set, with the users that it should have. Sets both up
 * where they are missing, and gives the node its new address when the port was moved. Throws while the node does not answer.
 */
export const isWritableReplicaSet = async (node: Node): Promise<boolean> => {
  if (node.access === null) return withAdmin(node, null, (admin) => isPrimary(admin, node));
  const { access } = node;
  try {
    return await withAdmin(node, access.admin, async (admin) => {
      if (!(await isPrimary(admin, node))) return false;
      await ensureUsers(admin, access);
      return true;
    });
  } catch (error) {
    if (!isCode(error, AUTHENTICATION_FAILED)) throw error;
  }
  await withAdmin(node, null, async (admin) => {
    if ((await admin.command({ hello: 1 })).isWritablePrimary === true) await createAdmin(admin, access);
    else await initiate(admin, node);
  });
  return false;
};

/** How long a primary is silent before the others elect another one; less than a program waits for a primary (`openDatabase`). */
const ELECTION_TIMEOUT_MS = 5_000;

/** Whether the node is a member of a replica set of several, and follows or is the primary. Throws while it does not answer. */
export const isMember = (node: Extract<Probe, { kind: 'mongodb-member' }>): Promise<boolean> =>
  withAdmin(node, null, async (admin) => {
    const hello = await admin.command({ hello: 1 });
    if (hello.isWritablePrimary === true || hello.secondary === true) return true;
    if (node.port === node.members[0] && (await readConfig(admin)) === null) {
      const members = node.members.map((port, _id) => ({ _id, host: toHost({ port }) }));
      const settings = { electionTimeoutMillis: ELECTION_TIMEOUT_MS };
      await admin.command({ replSetInitiate: { _id: node.replicaSet, members, settings } });
    }
    return false;
  });

type Address = { port: number };

const withAdmin = async <T>(
  { port }: Address,
  user: DatabaseUser | null,
  work: (admin: Db) => Promise<T>,
): Promise<T> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: TIMEOUT_MS,
    connectTimeoutMS: TIMEOUT_MS,
    socketTimeoutMS: TIMEOUT_MS,
    ...(user === null ? {} : { auth: { username: user.name, password: user.password } }),
  });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
};

const isPrimary = async (admin: Db, node: Node): Promise<boolean> => {
  const hello = await admin.command({ hello: 1 });
  if (hello.isWritablePrimary === true) return true;
  await ensureConfig(admin, node);
  return false;
};

const toHost = ({ port }: Address): string => `127.0.0.1:${port}`;

/** Sets the replica set up, if nobody has. */
const initiate = async (admin: Db, node: Node): Promise<void> => {
  const config = { _id: node.replicaSet, members: [{ _id: 0, host: toHost(node) }] };
  await admin.command({ replSetInitiate: config }).catch((error: unknown) => {
    if (!isCode(error, ALREADY_INITIALIZED)) throw error;
  });
};

const ensureConfig = async (admin: Db, node: Node): Promise<void> => {
  const config = await readConfig(admin);
  if (config === null) return initiate(admin, node);
  const [member] = config.members;
  const host = toHost(node);
  if (member === undefined || member.host === host) return;
  const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
  await admin.command({ replSetReconfig: moved, force: true });
};

const readConfig = async (admin: Db): Promise<ReplicaSetConfig | null> => {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as ReplicaSetConfig;
  } catch (error) {
    if (isCode(error, NOT_YET_INITIALIZED)) return null;
    throw error;
  }
};

const isCode = (error: unknown, code: number): boolean => error instanceof MongoServerError && error.code === code;

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
