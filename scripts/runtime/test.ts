import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { installPackages } from './apt.ts';
import { type RunningBackends, startBackends } from './backends.ts';
import { Advice, runCommand, say } from './command-line.ts';
import { buildDashboard } from './dashboard.ts';
import { findS3Server } from './s3-server.ts';
import { loadSettings, type Settings } from './settings.ts';
import { runChecks } from './test-checks.ts';
import { clearTestDirectory, makeTestDirectory } from './test-directory.ts';
import { DASHBOARD, findTests, type TestChoice, type TestGroup } from './test-files.ts';
import { runGroup } from './test-group.ts';
import { startTestMesh } from './test-mesh.ts';
import { addOutcome, emptyOutcome, type Outcome, singleOutcome } from './test-outcome.ts';
import { profileTable } from './test-profile.ts';
import type { Failure } from './test-reporter.ts';
import { BROWSERS, commandOnPath } from './tool.ts';
import { findTryton } from './tryton.ts';

/** Tests wait for a third of their time, so three groups share two cores; on one core meshes would only wait for each other. */
const CONCURRENT_GROUPS = availableParallelism() > 1 ? 3 : 1;

type Choice = TestChoice & { withChecks: boolean; withS3: boolean };
type Run = { choice: Choice; settings: Settings; directory: string; stopped: AbortSignal; live: boolean };

const OPTIONS = ['--all', '--no-checks'];

const readChoice = (parameters: readonly string[]): Choice => {
  const patterns = parameters.filter((one) => !one.startsWith('--'));
  const unknown = parameters.find((one) => one.startsWith('--') && !OPTIONS.includes(one));
  if (unknown !== undefined)
    throw new Advice(`${unknown} is not known. Usage: ./scripts/test [--all] [--no-checks] [PATTERN...]`);
  const all = parameters.includes('--all');
  const tests = findTests(patterns, { all });
  // Building the S3 server takes minutes, so a whole run without --all does without it.
  return { ...tests, withChecks: !parameters.includes('--no-checks'), withS3: all || patterns.length > 0 };
};

const runEverything = async (run: Run): Promise<Outcome> => {
  const { groups, withChecks, withS3 } = run.choice;
  // Started now, so that they are ready when the first group needs them.
  const backends = groups.some((group) => !group.endToEnd) ? testBackends(run) : null;
  backends?.catch(() => {});
  try {
    if (groups.some(({ name }) => name === 'gateway')) offerPackage('redis-server', ['redis-server', 'valkey-server']);
    if (groups.some(looksAtPages)) offerPackage('chromium', BROWSERS);
    if (withS3 && groups.some(({ name }) => WITH_S3.includes(name))) await offerS3Server();
    if (groups.some(needsTryton)) process.env.QSC_TRYTON = await findTryton(say);
    const checks = withChecks ? [() => runChecks(run.stopped, say)] : [];
    const jobs = [...checks, ...groups.map((group) => () => runOne(group, run, backends))];
    return (await pLimit(concurrencyFor(run)).map(jobs, (job) => job())).reduce(addOutcome, emptyOutcome());
  } finally {
    await backends?.then((running) => running.stop()).catch(() => {});
  }
};

/** Whose tests need an S3 server. */
const WITH_S3 = ['packages/file-store', 'services/audit', 'scripts/backup-restore'];

/** The connector is tested against the real system; unlike what is only offered, no run that asks for it goes without. */
const needsTryton = ({ files }: TestGroup): boolean =>
  files.some((file) => file.includes('integration/test/tryton') && file.endsWith('.all.test.ts'));

/**
 * Groups that share a broker of the caller's run one after the other, since they would see each other's events; so do the
 * checks and a single group, whose output is shown as it comes.
 */
const concurrencyFor = ({ settings, live }: Run): number =>
  settings.amqpUrl === null && !live ? CONCURRENT_GROUPS : 1;

const runOne = async (group: TestGroup, run: Run, backends: Promise<RunningBackends> | null): Promise<Outcome> => {
  if (run.stopped.aborted) return emptyOutcome();
  try {
    // Also before the end-to-end tests: the two must not install the same programs at once.
    const shared = await backends;
    if (group.name === DASHBOARD) await buildDashboard(say);
    if (group.endToEnd || shared === null) return await runEndToEnd(group, run);
    const { mongodbUri, amqpUrl } = shared;
    const ownBroker = run.settings.amqpUrl ?? `${amqpUrl}/${toVirtualHost(group)}`;
    return await runGroup(group, { ...run, environment: { MONGODB_URI: mongodbUri, AMQP_URL: ownBroker } }, say);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(why);
    return singleOutcome(`what ${group.name} needs`, false, why);
  }
};

const runEndToEnd = async (group: TestGroup, run: Run): Promise<Outcome> => {
  const mesh = await startTestMesh(
    join(run.directory, group.name === DASHBOARD ? 'mesh-dashboard' : 'mesh'),
    run.stopped,
    () => {},
  );
  try {
    return await runGroup(group, { ...run, environment: mesh.environment }, say);
  } finally {
    await mesh.stop();
  }
};

const toVirtualHost = ({ name }: TestGroup): string => name.replaceAll('/', '-');

/** A page is looked at in a real browser. */
const looksAtPages = ({ name, files }: TestGroup): boolean =>
  name === DASHBOARD || files.some((file) => /-page(\.all)?\.test\.ts$/.test(file));

/** Some tests need a real program of Debian's; where none can be installed, they say so and stay out. */
const offerPackage = (name: string, programs: readonly string[]): void => {
  if (programs.some((program) => commandOnPath(program) !== null)) return;
  try {
    installPackages([name], say);
  } catch (error) {
    if (!(error instanceof Advice)) throw error;
    say(error.message);
  }
};

/** The file store is tested against a real S3 server too; where none can be built, those tests say so and stay out. */
const offerS3Server = async (): Promise<void> => {
  try {
    process.env.QSC_S3_SERVER = await findS3Server(say);
  } catch (error) {
    if (!(error instanceof Advice)) throw error;
    say(error.message);
  }
};

/** Printed again at the end, where nobody has to look for it. */
const shown = ({ name, why }: Failure): string => `  ${name}\n${why.replace(/^/gm, '      ')}`;

const testBackends = async ({ settings, directory, choice }: Run): Promise<RunningBackends> => {
  const { mongodbUri, amqpUrl } = settings;
  if (mongodbUri !== null && amqpUrl !== null) return { mongodbUri, amqpUrl, stop: async () => {} };
  const own = await startBackends(join(directory, 'backends'), say, choice.groups.map(toVirtualHost));
  return { mongodbUri: mongodbUri ?? own.mongodbUri, amqpUrl: amqpUrl ?? own.amqpUrl, stop: own.stop };
};

await runCommand(async () => {
  const choice = readChoice(process.argv.slice(2));
  const settings = loadSettings(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const directory = await makeTestDirectory(join(settings.dataDir, 'test'));
  const outcome = await runEverything({
    choice,
    settings,
    directory,
    stopped: stop.signal,
    live: choice.groups.length === 1,
  });
  const failed = outcome.failed > 0 || stop.signal.aborted;
  clearTestDirectory(directory, failed);
  say(`\n${profileTable(outcome.profile)}`);
  if (choice.leftOut > 0) say(`\n${choice.leftOut} files left out; ./scripts/test --all runs them`);
  if (outcome.pending > 0) say(`\n${outcome.pending} not run (marked pending)`);
  if (outcome.failures.length > 0) say(`\nFailed:\n${outcome.failures.map(shown).join('\n')}\nLogs: ${directory}`);
  if (stop.signal.aborted) say('\nStopped before the end.');
  say(`\n${outcome.passed} passed, ${outcome.failed} failed`);
  return failed ? 1 : 0;
});
