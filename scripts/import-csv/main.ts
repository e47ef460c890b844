import { Unfinished, UsageError } from './import-error.ts';
import { importFile } from './import-file.ts';
import { readOptions, USAGE } from './options.ts';
import { makeProgress } from './progress.ts';
import { describe } from './summary.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const run = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) return say(USAGE);
  const stop = new AbortController();
  // Once: a second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  say(`${'file'.padEnd(14)}${options.file}`);
  say(`${'to'.padEnd(14)}${options.target?.baseUrl ?? 'nowhere (dry run)'}`);
  say(describe(await importFile(options, { progress: makeProgress(process.stdout), stopped: stop.signal, say })));
};

try {
  await run();
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const isOurs = error instanceof UsageError || error instanceof Unfinished;
  const text = isOurs ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`\n${text}\n`);
  if (error instanceof Unfinished) process.stderr.write('The same command continues the import.\n');
}
