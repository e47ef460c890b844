import { createHmac } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** What the names of the databases begin with unless the environment says otherwise. */
export const DATABASE_PREFIX = 'qsc_';

export type DatabaseUser = { name: string; password: string };

/** What a role allows to do in a database, or in one collection of it. */
export type Privilege = { resource: { db: string; collection: string }; actions: readonly string[] };

/** A user of a program; its role has the user's name. */
export type ProgramUser = DatabaseUser & { program: string; privileges: readonly Privilege[] };

/** Who may do what in a MongoDB of ours; data, so that a plan can hold it. */
export type DatabaseAccess = { admin: DatabaseUser; programs: readonly ProgramUser[] };

/**
 * Whose user brings the database of the audit service up to date, in a run of `--migrate`. Its programs may not: whoever may make an
 * index of the log may make one by which entries expire.
 */
export const AUDIT_MIGRATION = 'audit-migration';

/** Programs that work on the database of another one. */
const DATABASE_OF: Readonly<Record<string, string>> = {
  'certificate-worker': 'certificate',
  'audit-worker': 'audit',
  [AUDIT_MIGRATION]: 'audit',
};

/** What any collection needs of a program that keeps it. */
const READ_AND_INSERT = [
  ...['find', 'insert', 'listCollections', 'listIndexes', 'collStats', 'dbStats', 'changeStream', 'killCursors'],
];

/** Besides, what collections need whose documents change and go. */
const CHANGE = ['update', 'remove'];

/** What a migration needs. */
const MAKE = ['createCollection', 'createIndex', 'dropIndex'];

/**
 * Collections of the audit service that are work in progress and no evidence. Every other one of its database can be inserted
 * into and read, and nothing there changed or removed (21 CFR 11.10 (e)): a new collection is evidence until it is named here.
 */
export const AUDIT_WORK = [
  ...['outbox', 'inbox', 'idempotency', 'migration', 'queue_incarnation', 'lease', 'projection_turn'],
  ...['audit_export', 'audit_retention_turn'],
] as const;

/** Work of the worker alone: the service reads files, those of exports and of what was archived, and changes none. */
export const AUDIT_WORKER_WORK = ['audit_removal_due', 'file_mark', 'file.files', 'file.chunks'] as const;

/** The log itself; removal by retention is the worker's, of what a signed segment stands for. */
const LOG = 'audit_entry';

type Of = { secrets: Pick<Secrets, 'MONGODB_PASSWORD'>; prefix: string };

/** A user for each program, and for what migrates in its place, with no right beyond its service's own database. */
export const buildAccess = (programs: readonly string[], { secrets, prefix }: Of): DatabaseAccess => ({
  admin: makeAdmin(secrets),
  programs: [...programs, ...(programs.includes('audit') ? [AUDIT_MIGRATION] : [])].map((program) => {
    const name = `qsc-${program}`;
    const db = `${prefix}${DATABASE_OF[program] ?? program}`;
    return { program, name, password: derivePassword(secrets, name), privileges: listPrivileges(program, db) };
  }),
});

/** The names of the databases that programs work on, without the prefix of the deployment; each once. */
export const listDatabases = (programs: readonly string[]): string[] => [
  ...new Set(programs.map((program) => DATABASE_OF[program] ?? program)),
];

/** The user who may do anything; the scripts are, and no service. */
export const makeAdmin = (secrets: Of['secrets']): DatabaseUser => ({
  name: 'qsc-admin',
  password: derivePassword(secrets, 'qsc-admin'),
});

/** The user of a program. Throws when it has none. */
export const requireUser = (access: DatabaseAccess, program: string): ProgramUser => {
  const user = access.programs.find((one) => one.program === program);
  if (user === undefined) throw new Error(`${program} has no user of MongoDB.`);
  return user;
};

/** What the members of a replica set with users know each other by. */
export const replicaSetKey = (secrets: Of['secrets']): string => derive(secrets, 'replica-set').toString('base64');

const derivePassword = (secrets: Of['secrets'], user: string): string =>
  derive(secrets, `user/${user}`).toString('base64url');

const derive = ({ MONGODB_PASSWORD }: Of['secrets'], purpose: string): Buffer =>
  createHmac('sha256', MONGODB_PASSWORD).update(purpose).digest();

const listPrivileges = (program: string, db: string): Privilege[] => {
  const on = (collection: string, actions: readonly string[]) => ({ resource: { db, collection }, actions });
  if (DATABASE_OF[program] !== 'audit' && program !== 'audit')
    return [on('', [...READ_AND_INSERT, ...CHANGE, ...MAKE])];
  if (program === AUDIT_MIGRATION) return [on('', MAKE), on('migration', ['find', 'insert', 'update'])];
  const isWorker = program === 'audit-worker';
  const work = [...AUDIT_WORK, ...(isWorker ? AUDIT_WORKER_WORK : [])];
  const changing = work.map((collection) => on(collection, [...CHANGE, ...MAKE]));
  return [on('', READ_AND_INSERT), ...changing, ...(isWorker ? [on(LOG, ['remove'])] : [])];
};
