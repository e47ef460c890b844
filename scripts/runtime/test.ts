import { join } from 'node:path';
import { installPackages } from './apt.ts';
import { type RunningBackends, startBackends } from './backends.ts';
import { Advice, runCommand, say } from './command-line.ts';
import { loadSettings, type Settings } from './settings.ts';
import { runChecks } from './test-checks.ts';
import { clearTestDirectory, makeTestDirectory } from './test-directory.ts';
import { findTests, type TestGroup } from './test-files.ts';
import { runGroup } from './test-group.ts';
import { startTestMesh } from './test-mesh.ts';
import { addOutcome, emptyOutcome, type Outcome, singleOutcome } from './test-outcome.ts';
import { commandOnPath } from './tool.ts';

type Choice = { groups: TestGroup[]; withChecks: boolean };
type Run = { choice: Choice; settings: Settings; directory: string; stopped: AbortSignal };

const readChoice = (parameters: readonly string[]): Choice => {
  const patterns = parameters.filter((one) => !one.startsWith('--'));
  const unknown = parameters.find((one) => one.startsWith('--') && one !== '--no-checks');
  if (unknown !== undefined)
    throw new Advice(`${unknown} is not known. Usage: ./scripts/test [--no-checks] [PATTERN...]`);
  return { groups: findTests(patterns), withChecks: !parameters.includes('--no-checks') };
};

const runEverything = async (run: Run): Promise<Outcome> => {
  const { groups, withChecks } = run.choice;
  const near = groups.filter((group) => !group.endToEnd);
  const far = groups.filter((group) => group.endToEnd);
  // Started now, so that they are ready when the checks are done.
  const backends = near.length > 0 ? testBackends(run) : null;
  backends?.catch(() => {});
  try {
    const checked = withChecks ? await runChecks(run.stopped, say) : emptyOutcome();
    const tested = backends === null ? emptyOutcome() : await runNear(near, run, backends);
    return [checked, tested, await runEndToEnd(far, run)].reduce(addOutcome);
  } finally {
    await backends?.then((running) => running.stop()).catch(() => {});
  }
};

const runNear = async (groups: TestGroup[], run: Run, backends: Promise<RunningBackends>): Promise<Outcome> => {
  if (groups.some(({ name }) => name === 'gateway')) ensureRedis();
  try {
    const { mongodbUri, amqpUrl } = await backends;
    return await runGroups(groups, run, { MONGODB_URI: mongodbUri, AMQP_URL: amqpUrl });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return singleOutcome('MongoDB and RabbitMQ for the tests', false);
  }
};

/** Limits that replicas share are tested against a real Redis; where none can be installed, those tests say so and stay out. */
const ensureRedis = (): void => {
  if (commandOnPath('redis-server') !== null || commandOnPath('valkey-server') !== null) return;
  try {
    installPackages(['redis-server'], say);
  } catch (error) {
    if (!(error instanceof Advice)) throw error;
    say(error.message);
  }
};

const testBackends = async ({ settings, directory }: Run): Promise<RunningBackends> => {
  const { mongodbUri, amqpUrl } = settings;
  if (mongodbUri !== null && amqpUrl !== null) return { mongodbUri, amqpUrl, stop: async () => {} };
  const own = await startBackends(join(directory, 'backends'), say);
  return { mongodbUri: mongodbUri ?? own.mongodbUri, amqpUrl: amqpUrl ?? own.amqpUrl, stop: own.stop };
};

const runGroups = async (groups: TestGroup[], run: Run, environment: Record<string, string>): Promise<Outcome> => {
  let outcome = emptyOutcome();
  for (const group of groups) {
    if (run.stopped.aborted) break;
    outcome = addOutcome(outcome, await runGroup(group, { ...run, environment }, say));
  }
  return outcome;
};

const runEndToEnd = async (groups: TestGroup[], run: Run): Promise<Outcome> => {
  if (groups.length === 0 || run.stopped.aborted) return emptyOutcome();
  say('\nStarting a mesh for the end-to-end tests');
  try {
    const mesh = await startTestMesh(join(run.directory, 'mesh'), run.stopped, say);
    try {
      return await runGroups(groups, run, mesh.environment);
    } finally {
      await mesh.stop();
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return singleOutcome('the mesh for the end-to-end tests', false);
  }
};

await runCommand(async () => {
  const choice = readChoice(process.argv.slice(2));
  const settings = loadSettings(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const directory = await makeTestDirectory(join(settings.dataDir, 'test'));
  const outcome = await runEverything({ choice, settings, directory, stopped: stop.signal });
  const failed = outcome.failed > 0 || stop.signal.aborted;
  clearTestDirectory(directory, failed);
  if (outcome.pending > 0) say(`\n${outcome.pending} not run (marked pending)`);
  if (outcome.failures.length > 0) say(`\nFailed:\n  ${outcome.failures.join('\n  ')}\nLogs: ${directory}`);
  if (stop.signal.aborted) say('\nStopped before the end.');
  say(`\n${outcome.passed} passed, ${outcome.failed} failed`);
  return failed ? 1 : 0;
});
