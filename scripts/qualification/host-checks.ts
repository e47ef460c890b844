import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import type { Plan } from '../runtime/plan.ts';
import { compareClocks } from './api-checks.ts';
import { findDifferences, type Program, readBaseline } from './baseline.ts';
import { type Found, failed, type Installation, open, passed } from './installation-check.ts';

const NOT_ON_HOST = open('Runs on the host of the mesh alone.');

const listPrograms = ({ processes }: Plan): Program[] =>
  processes.filter(({ environment }) => environment.MESH_SECRET !== undefined);

const getUser = (uri: string | undefined): string | null => {
  try {
    return uri === undefined ? null : decodeURIComponent(new URL(uri).username) || null;
  } catch {
    return null;
  }
};

/** Sentences about programs that share a user, or have none, at the server that the variable names. */
export const findSharedUsers = (programs: readonly Program[], variable: string): string[] => {
  const byUser = new Map<string, string[]>();
  const found: string[] = [];
  for (const { name, environment } of programs) {
    if (environment[variable] === undefined) continue;
    const user = getUser(environment[variable]);
    if (user === null) found.push(`${name} has no user in ${variable}`);
    else byUser.set(user, [...(byUser.get(user) ?? []), name]);
  }
  const shared = [...byUser].filter(([, names]) => names.length > 1);
  return [...found, ...shared.map(([user, names]) => `${names.join(', ')} share the user ${user} of ${variable}`)];
};

const withMongo = async <Result>(uri: string, use: (client: MongoClient) => Promise<Result>): Promise<Result> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await use(await client.connect());
  } finally {
    await client.close();
  }
};

/** The clock of the database beside ours. */
export const checkDatabaseClock = async ({ plan }: Installation): Promise<Found> => {
  const uri = plan && listPrograms(plan)[0]?.environment.MONGODB_URI;
  if (!uri) return NOT_ON_HOST;
  const before = Date.now();
  const { localTime } = await withMongo(uri, (client) => client.db('admin').command({ hello: 1 }));
  return compareClocks('the database', localTime as Date, { before, after: Date.now() });
};

/** The settings of each program beside the declared ones. */
export const checkBaseline = async ({ plan, baseline }: Installation): Promise<Found> => {
  if (!plan) return NOT_ON_HOST;
  const programs = listPrograms(plan);
  const settings = readBaseline(baseline);
  const differences = findDifferences(settings, programs);
  return differences.length === 0
    ? passed(`${settings.length} settings of ${programs.length} programs are as declared`)
    : failed(differences.join('; '), `${differences.length} differences`);
};

/** Whether each program has a user of its own at the server that the variable names. */
export const checkUsers =
  (variable: string) =>
  async ({ plan }: Installation): Promise<Found> => {
    if (!plan) return NOT_ON_HOST;
    const programs = listPrograms(plan);
    const shared = findSharedUsers(programs, variable);
    const count = programs.filter(({ environment }) => environment[variable] !== undefined).length;
    if (count === 0) return failed(`No program has ${variable}.`);
    return shared.length === 0 ? passed(`${count} programs, each with its own user`) : failed(shared.join('; '));
  };

const BROAD = new Set([
  'root',
  'dbOwner',
  'readWriteAnyDatabase',
  'dbAdminAnyDatabase',
  'userAdminAnyDatabase',
  'clusterAdmin',
]);

/** Whether each database user reaches the database of its service alone. */
export const checkDatabaseRights = async ({ plan }: Installation): Promise<Found> => {
  if (!plan) return NOT_ON_HOST;
  const found: string[] = [];
  const owners = new Map<string, string>();
  for (const { name, environment } of listPrograms(plan)) {
    if (!environment.MONGODB_URI) continue;
    const { authInfo } = await withMongo(environment.MONGODB_URI, (client) =>
      client.db('admin').command({ connectionStatus: 1, showPrivileges: true }),
    );
    const roles: { role: string }[] = authInfo.authenticatedUserRoles;
    const broad = roles.filter(({ role }) => BROAD.has(role)).map(({ role }) => role);
    if (roles.length === 0) found.push(`${name}: the database asks for no user`);
    if (broad.length > 0) found.push(`${name} has the role ${broad.join(', ')}`);
    const databases = new Set(
      (authInfo.authenticatedUserPrivileges as { resource: { db?: string } }[]).flatMap(({ resource }) =>
        resource.db === undefined ? [] : [resource.db || 'every database'],
      ),
    );
    if (databases.size > 1) found.push(`${name} reaches ${[...databases].join(', ')}`);
    const service = name.replace(/-worker$/, '');
    for (const database of databases) {
      const owner = owners.get(database) ?? service;
      if (owner !== service) found.push(`${name} reaches ${database}, the database of ${owner}`);
      owners.set(database, owner);
    }
  }
  return found.length === 0
    ? passed('each program reaches the database of its service alone')
    : failed(found.join('; '));
};

/** Whether the folder of checkpoints is there. */
export const checkCheckpointFolder = async ({ plan }: Installation): Promise<Found> => {
  if (!plan) return NOT_ON_HOST;
  const folder = plan.processes.find(({ name }) => name === 'audit')?.environment.AUDIT_CHECKPOINT_DIRECTORY;
  if (!folder) return failed('No folder for checkpoints is set.');
  if (!existsSync(folder)) return failed(`The folder ${folder} is not there.`);
  try {
    accessSync(folder, constants.R_OK);
  } catch {
    return failed(`The folder ${folder} cannot be read.`);
  }
  const organisations = readdirSync(folder).length;
  return organisations > 0
    ? passed(`${folder}, checkpoints of ${organisations} organisations`)
    : open('No checkpoint was due yet.');
};

/** Whether files with secrets are readable by their owner alone. */
export const checkSecretFiles = async ({ paths }: Installation): Promise<Found> => {
  if (!paths) return NOT_ON_HOST;
  const files = [paths.secrets, paths.demo, paths.plan, paths.mongodbKey].filter((file) => existsSync(file));
  const readable = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  return readable.length === 0 ? passed(`${files.length} files`) : failed(`Others may read ${readable.join(', ')}.`);
};
