import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Advice, runCommand, say, wholeNumber } from '../runtime/command-line.ts';
import { dataPaths } from '../runtime/paths.ts';
import { loadSettings } from '../runtime/settings.ts';
import { isSupervised, readState } from '../runtime/state.ts';
import { clearTestDirectory, makeTestDirectory } from '../runtime/test-directory.ts';
import { startTestMesh } from '../runtime/test-mesh.ts';
import { makeFuzzer } from './fuzz.ts';
import { readMesh } from './mesh.ts';
import { runRounds } from './rounds.ts';

const USAGE = 'Usage: ./scripts/fuzz [--cases N]';

const readCases = (parameters: string[]): number => {
  try {
    const { values } = parseArgs({ args: parameters, options: { cases: { type: 'string', default: '20000' } } });
    return wholeNumber('--cases', values.cases, 1);
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${USAGE} (20000 unless given)`);
  }
};

const fuzzMesh = async (dataDir: string, cases: number, stopped: AbortSignal): Promise<boolean> => {
  const fuzzer = await makeFuzzer(readMesh(dataDir), stopped, say);
  try {
    return await runRounds({ fuzzer, say, now: Date.now }, cases);
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
