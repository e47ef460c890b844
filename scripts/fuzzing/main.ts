import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Advice, runCommand, say, wholeNumber } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { loadSettings } from '../runtime/settings.ts';
import { isSupervised, readState } from '../runtime/state.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { startTestMesh } from '../runtime/test-mesh.ts';
import { type Fuzzer, makeFuzzer, type Phase } from './fuzz.ts';
import { readMesh } from './mesh.ts';

const USAGE = 'Usage: ./scripts/fuzz [--cases N]';
const ROUND_SECONDS = 120;
/** Schemathesis takes some of it to read the document. */
const SHORTEST_SECONDS = 20;
const EXPECTED_PACE = 60;
const AGAIN: readonly Phase[] = ['fuzzing', 'stateful'];

const readCases = (parameters: string[]): number => {
  try {
    const { values } = parseArgs({ args: parameters, options: { cases: { type: 'string', default: '20000' } } });
    return wholeNumber('--cases', values.cases, 1);
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE} (20000 unless told)`);
  }
};

const show = (count: number): string => count.toLocaleString('en');

/** A whole round, or as much of one as the cases that are left take, at the pace so far or the one that is usual. */
const secondsFor = (cases: number, wanted: number, beganAt: number): number => {
  const pace = cases === 0 ? EXPECTED_PACE : cases / ((Date.now() - beganAt) / 1_000);
  return Math.min(ROUND_SECONDS, Math.max(SHORTEST_SECONDS, Math.ceil((wanted - cases) / pace)));
};

/** Rounds until there were enough cases; the first tries the rules of each schema, the others go on at random. */
const runRounds = async (fuzzer: Fuzzer, wanted: number): Promise<boolean> => {
  const beganAt = Date.now();
  let [cases, failures] = [0, 0];
  for (let phases: readonly Phase[] | undefined; cases < wanted; phases = AGAIN) {
    const round = await fuzzer.run(secondsFor(cases, wanted, beganAt), phases);
    cases += round.cases;
    failures += round.failures;
    if (round.failures > 0) say(round.said);
    say(`${show(cases)} of ${show(wanted)} cases, ${failures} failures`);
    if (round.cases === 0) break;
  }
  say(`\n${show(cases)} cases run in ${Math.round((Date.now() - beganAt) / 1_000)} s, ${failures} failures`);
  return failures === 0 && cases >= wanted;
};

const fuzzMesh = async (dataDir: string, cases: number, stopped: AbortSignal): Promise<boolean> => {
  const fuzzer = await makeFuzzer(readMesh(dataDir), stopped, say);
  try {
    return await runRounds(fuzzer, cases);
  } finally {
    fuzzer.close();
  }
};

const withOwnMesh = async (parent: string, stopped: AbortSignal, run: (dataDir: string) => Promise<boolean>) => {
  const directory = await makeTestDirectory(parent);
  const mesh = await startTestMesh(join(directory, 'mesh'), stopped, say);
  let passed = false;
  try {
    passed = await run(join(directory, 'mesh'));
  } finally {
    await mesh.stop();
    clearTestDirectory(directory, !passed);
  }
  return passed;
};

await runCommand(async () => {
  const cases = readCases(process.argv.slice(2));
  const { dataDir } = loadSettings(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop.abort(new Advice('Stopped before the end.')));
  const run = (directory: string) => fuzzMesh(directory, cases, stop.signal);
  const isRunning = isSupervised(readState(dataPaths(dataDir).state));
  return (await (isRunning ? run(dataDir) : withOwnMesh(join(dataDir, 'fuzz'), stop.signal, run))) ? 0 : 1;
});
