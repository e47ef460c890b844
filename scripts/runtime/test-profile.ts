import { readFileSync } from 'node:fs';
import type Mocha from 'mocha';

/** What a test file or a hook took: seconds that passed, and CPU seconds of mocha and of programs it started that have ended. */
export type Cost = { name: string; seconds: number; cpuSeconds: number };

/** The cost of each test file of a run, of loading them all, and of each hook. */
export type Profile = { files: Cost[]; hooks: Cost[] };

const FILES_SHOWN = 10;
const HOOKS_SHOWN = 5;
const TICKS_PER_SECOND = 100;

/** Starts a measurement at zero, or since this process began; the function it returns ends it. */
const measure = (sinceStart = false): ((name: string) => Cost) => {
  const from = sinceStart ? { seconds: 0, cpuSeconds: 0 } : usage();
  return (name) => {
    const to = usage();
    return { name, seconds: to.seconds - from.seconds, cpuSeconds: to.cpuSeconds - from.cpuSeconds };
  };
};

const usage = () => ({ seconds: performance.now() / 1_000, cpuSeconds: cpuTicks() / TICKS_PER_SECOND });

/** utime, stime, cutime and cstime of proc_pid_stat(5); the name before them may contain blanks. */
const cpuTicks = (): number => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
};

/** Measures a run of mocha from its events. The profile is complete when the run has ended. */
export const profileRun = (runner: Mocha.Runner, group: string, nameFile: (path: string) => string): Profile => {
  const files = new Map<string, Cost>();
  const hooks: Cost[] = [];
  let endFile = measure(true);
  let endHook = measure();
  const addToFile = (name: string) => {
    const { seconds, cpuSeconds } = endFile(name);
    const { seconds: before, cpuSeconds: cpuBefore } = files.get(name) ?? { seconds: 0, cpuSeconds: 0 };
    files.set(name, { name, seconds: before + seconds, cpuSeconds: cpuBefore + cpuSeconds });
    endFile = measure();
  };
  const profile: Profile = { files: [], hooks };
  runner.once('start', () => addToFile(`${group}: loading`));
  // `file` is missing in the types of Mocha.Suite before its version 11.
  runner.on('suite end', (suite) => {
    if (suite.parent?.root) addToFile(nameFile(suite.file ?? suite.title));
  });
  runner.on('hook', () => {
    endHook = measure();
  });
  runner.on('hook end', (hook) => {
    const where = nameFile(hook.file ?? '');
    hooks.push(endHook(`${where}: ${hook.title}`));
  });
  runner.once('end', () => profile.files.push(...files.values()));
  return profile;
};

const slowest = (costs: readonly Cost[], count: number): Cost[] =>
  costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);

const shown = ({ name, seconds, cpuSeconds }: Cost): string =>
  `${seconds.toFixed(1).padStart(8)} ${cpuSeconds.toFixed(1).padStart(8)}  ${name}`;

const table = (heading: string, costs: readonly Cost[]): string[] =>
  costs.length === 0 ? [] : [` seconds      CPU  ${heading}`, ...costs.map(shown)];

/** The slowest files and hooks as a table of seconds, CPU seconds and name. */
export const profileTable = ({ files, hooks }: Profile): string =>
  [...table('slowest files', slowest(files, FILES_SHOWN)), ...table('slowest hooks', slowest(hooks, HOOKS_SHOWN))].join(
    '\n',
  );
