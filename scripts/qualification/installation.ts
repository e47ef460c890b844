import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:tls';
import type { Client } from '@qsc/client';
import { MongoClient } from 'mongodb';
import { type DataPaths, REPOSITORY } from '../runtime/paths.ts';
import type { Plan } from '../runtime/plan.ts';
import { findDifferences, type Program, readBaseline } from './baseline.ts';
import { findUnsignedClosures } from './closing-signature.ts';
import type { Outcome, StepResult } from './result.ts';

/** What the installation qualification looks at. `plan` and `paths` are null where it does not run on the host of the mesh. */
export type Installation = {
  baseUrl: string;
  client: Client;
  plan: Plan | null;
  paths: DataPaths | null;
  baseline: string;
  /** The version that is to be qualified; null where none was given and no checkout is at hand. */
  version: string | null;
  sbom: string | null;
  imageDigest: string | null;
  /** What the system says of itself. */
  system: Awaited<ReturnType<typeof readSystemDetails>>;
};

/** What a check found. */
export type Found = { outcome: Outcome; actual: string; reason?: string };

type Check = {
  title: string;
  covers: string[];
  action: string;
  expected: string;
  run: (installation: Installation) => Promise<Found>;
};

const CLOCK_TOLERANCE_MS = 5_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 30;

const passed = (actual: string): Found => ({ outcome: 'passed', actual });
const failed = (reason: string, actual = reason): Found => ({ outcome: 'failed', actual, reason });
const open = (reason: string): Found => ({ outcome: 'open', actual: 'not run', reason });

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

/** The versions, restore drill and the like, by one compliance report of the organisation. */
export const readSystemDetails = async (client: Client) => {
  const now = Date.now();
  const period = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() };
  const report = await client.auditLogs.createComplianceReport({ ...period, include_sections: ['system_validations'] });
  return report.sections.system_validations?.details;
};

const checkVersions = async (installation: Installation): Promise<Found> => {
  const programs = installation.system?.programs ?? [];
  const versions = new Set(programs.map(({ version }) => version));
  const actual = programs.map(({ name, version }) => `${name} ${version}`).join(', ');
  if (versions.size !== 1) return failed('The programs run different versions.', actual);
  const wanted = installation.version;
  if (wanted === null) return open('Give --version VERSION, the version that is to be qualified.');
  if (versions.has(wanted)) return passed(actual);
  return failed(`The programs run another version than ${wanted}.`, actual);
};

const checkRestoreDrill = async (installation: Installation): Promise<Found> => {
  const drill = installation.system?.last_restore_drill;
  if (!drill) return open('No restore drill is recorded. Make a backup and run ./scripts/restore --drill.');
  if (!drill.passed) return failed(`The restore drill of ${drill.at} did not pass: ${drill.reason}.`);
  if (Date.now() - Date.parse(drill.at) > 366 * DAY_MS) return failed(`The last restore drill is of ${drill.at}.`);
  return passed(`restore drill of ${drill.at}, backup of ${drill.backup_moment}`);
};

const readCertificateEnd = (host: string, port: number): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: 10_000 }, () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.end();
      resolve(new Date(valid_to));
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer within 10 s')));
  });

const checkTransport = async ({ baseUrl }: Installation): Promise<Found> => {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:')
    return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
      ? open('The system is reached by plain http on this machine; qualify the public address by --against.')
      : failed('The system is reached by plain http.');
  try {
    const end = await readCertificateEnd(hostname, Number(port || 443));
    const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
    const actual = `valid until ${end.toISOString()}, ${days} days`;
    return days >= CERTIFICATE_DAYS ? passed(actual) : failed(`The certificate ends in ${days} days.`, actual);
  } catch (error) {
    return failed(`The certificate is not valid: ${(error as Error).message}`);
  }
};

/** Compares a clock with ours at the middle of the request. */
export const compareClocks = (
  name: string,
  theirs: Date,
  { before, after }: { before: number; after: number },
): Found => {
  const offset = Math.round(theirs.getTime() - (before + after) / 2);
  const actual = `${name} differs by ${(offset / 1000).toFixed(1)} s`;
  // A header tells whole seconds, and the answer took a while.
  return Math.abs(offset) <= CLOCK_TOLERANCE_MS + (after - before)
    ? passed(actual)
    : failed(`The clock of ${actual}.`, actual);
};

const checkGatewayClock = async ({ baseUrl }: Installation): Promise<Found> => {
  const before = Date.now();
  const response = await fetch(`${baseUrl}/v1/openapi.json`, { method: 'HEAD' });
  const date = response.headers.get('date');
  return date === null
    ? failed('The answer of the gateway has no Date header.')
    : compareClocks('the gateway', new Date(date), { before, after: Date.now() });
};

const withMongo = async <Result>(uri: string, use: (client: MongoClient) => Promise<Result>): Promise<Result> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await use(await client.connect());
  } finally {
    await client.close();
  }
};

const checkDatabaseClock = async ({ plan }: Installation): Promise<Found> => {
  const uri = plan && listPrograms(plan)[0]?.environment.MONGODB_URI;
  if (!uri) return NOT_ON_HOST;
  const before = Date.now();
  const { localTime } = await withMongo(uri, (client) => client.db('admin').command({ hello: 1 }));
  return compareClocks('the database', localTime as Date, { before, after: Date.now() });
};

const checkBaseline = async ({ plan, baseline }: Installation): Promise<Found> => {
  if (!plan) return NOT_ON_HOST;
  const programs = listPrograms(plan);
  const settings = readBaseline(baseline);
  const differences = findDifferences(settings, programs);
  return differences.length === 0
    ? passed(`${settings.length} settings of ${programs.length} programs are as declared`)
    : failed(differences.join('; '), `${differences.length} differences`);
};

const checkUsers =
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

const checkDatabaseRights = async ({ plan }: Installation): Promise<Found> => {
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

const checkCheckpointFolder = async ({ plan }: Installation): Promise<Found> => {
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

const checkOutsideCheckpoints = async ({ client }: Installation): Promise<Found> => {
  const { valid, entries_checked, compared_with } = await client.auditLogs.verify();
  const outside = compared_with.filter(({ source }) => source === 'outside');
  if (!valid || outside.some(({ holds }) => !holds)) return failed('The log does not agree with a checkpoint.');
  const actual = `${entries_checked} entries, ${outside.length} checkpoints outside agree`;
  return outside.length > 0
    ? passed(actual)
    : open('No checkpoint outside the database was compared; the first one may not be due yet.');
};

const checkSecretFiles = async ({ paths }: Installation): Promise<Found> => {
  if (!paths) return NOT_ON_HOST;
  const files = [paths.secrets, paths.demo, paths.plan, paths.mongodbKey].filter((file) => existsSync(file));
  const readable = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  return readable.length === 0 ? passed(`${files.length} files`) : failed(`Others may read ${readable.join(', ')}.`);
};

const checkClosing = async ({ client }: Installation): Promise<Found> => {
  const definitions = [];
  for await (const definition of client.workflows.list({ per_page: 100 })) definitions.push(definition);
  const found = findUnsignedClosures(definitions);
  const active = definitions.filter(({ is_active }) => is_active).length;
  if (active === 0) return failed('No workflow is active.');
  return found.length === 0 ? passed(`${active} active definitions`) : failed(found.join('; '));
};

const checkRelease = async ({ sbom, imageDigest }: Installation): Promise<Found> => {
  if (sbom === null || imageDigest === null)
    return open(
      'Give --sbom FILE and --image-digest sha256:… of what is installed; a mesh of scripts/up has no image.',
    );
  if (!/^sha256:[0-9a-f]{64}$/.test(imageDigest))
    return failed(`${imageDigest} is no digest of the form sha256:<hex>.`);
  const text = readFileSync(sbom, 'utf8');
  const { bomFormat, components = [] } = JSON.parse(text) as { bomFormat?: string; components?: unknown[] };
  if (bomFormat !== 'CycloneDX') return failed(`${sbom} is no CycloneDX bill of materials.`);
  const digest = createHash('sha256').update(text).digest('hex');
  return passed(`image ${imageDigest}; bill of materials sha256:${digest}, ${components.length} components`);
};

const CHECKS: readonly Check[] = [
  {
    title: 'All programs run the version that is to be qualified',
    covers: ['OPS-01'],
    action: 'Ask each program for its version, by a compliance report',
    expected: 'one version, that of the release',
    run: checkVersions,
  },
  {
    title: 'Image and bill of materials are recorded by their checksums',
    covers: ['OPS-10'],
    action: 'Compute and record the checksums',
    expected: 'checksums recorded',
    run: checkRelease,
  },
  {
    title: 'Settings are those of the declared baseline',
    covers: ['OPS-02', 'Annex 11, 10'],
    action: 'Compare the environment of each program with the baseline',
    expected: 'no difference',
    run: checkBaseline,
  },
  {
    title: 'Transport is encrypted by a valid certificate',
    covers: ['OPS-07', 'Annex 11, 12.1'],
    action: 'Read the certificate of the public address',
    expected: `valid for ${CERTIFICATE_DAYS} days or longer`,
    run: checkTransport,
  },
  {
    title: 'The clock of the gateway agrees with this one',
    covers: ['OPS-04', '11.10 (e)', 'Annex 11, 12.4'],
    action: 'Compare the Date header',
    expected: `within ${CLOCK_TOLERANCE_MS / 1000} s`,
    run: checkGatewayClock,
  },
  {
    title: 'The clock of the database agrees with this one',
    covers: ['OPS-04', '11.10 (e)'],
    action: 'Ask the database for its time',
    expected: `within ${CLOCK_TOLERANCE_MS / 1000} s`,
    run: checkDatabaseClock,
  },
  {
    title: 'Each program has a database user of its own',
    covers: ['OPS-03', '11.10 (d)'],
    action: 'Compare the users in MONGODB_URI',
    expected: 'no user twice',
    run: checkUsers('MONGODB_URI'),
  },
  {
    title: 'No database user has more rights than its program needs',
    covers: ['OPS-03', '11.10 (d)'],
    action: 'Ask the database for roles and privileges of each user',
    expected: 'the own database alone, no broad role',
    run: checkDatabaseRights,
  },
  {
    title: 'Each program has a broker user of its own',
    covers: ['OPS-03', '11.10 (d)'],
    action: 'Compare the users in AMQP_URL',
    expected: 'no user twice',
    run: checkUsers('AMQP_URL'),
  },
  {
    title: 'The folder of checkpoints is there',
    covers: ['OPS-05', '11.10 (e)'],
    action: 'Look into the folder',
    expected: 'a folder with checkpoints',
    run: checkCheckpointFolder,
  },
  {
    title: 'The log agrees with checkpoints kept outside',
    covers: ['OPS-05', '11.10 (e)', 'Annex 11, 7.1'],
    action: 'Verify the log by the API',
    expected: 'valid; every checkpoint holds',
    run: checkOutsideCheckpoints,
  },
  {
    title: 'Files with secrets are readable by their owner alone',
    covers: ['OPS-08', 'Annex 11, 12.1'],
    action: 'Read the modes of the files',
    expected: 'no right of group or others',
    run: checkSecretFiles,
  },
  {
    title: 'A restore was tried within a year',
    covers: ['OPS-06', 'Annex 11, 7.2'],
    action: 'Read the last recorded restore drill',
    expected: 'passed, not older than a year',
    run: checkRestoreDrill,
  },
  {
    title: 'Deviations and CAPAs close with a signature',
    covers: ['OPS-09', 'SIG-02', '11.10 (f)'],
    action: 'Read the active definitions',
    expected: 'a signature on each way into a closed state',
    run: checkClosing,
  },
];

/** Runs the installation qualification. A check that cannot be run is open; one that breaks off has failed. */
export const qualifyInstallation = async (installation: Installation, by: string): Promise<StepResult[]> => {
  const results: StepResult[] = [];
  for (const { run, ...check } of CHECKS) {
    const started = new Date();
    const found = await run(installation).catch((error: Error) => failed(`The check broke off: ${error.message}`));
    results.push({
      ...check,
      id: `IQ-${String(results.length + 1).padStart(2, '0')}`,
      by,
      at: started.toISOString(),
      duration_ms: Date.now() - started.getTime(),
      actual: found.actual,
      outcome: found.outcome,
      reason: found.reason ?? null,
      request_ids: [],
      audit_entries: [],
      specification: check.expected,
      audit: null,
    });
  }
  return results;
};

/** The baseline of the mesh that `scripts/up` starts. */
export const DEFAULT_BASELINE = `${REPOSITORY}/scripts/qualification/data/baseline.yaml`;
