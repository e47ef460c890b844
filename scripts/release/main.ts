import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { HTTP_NAMES, namesToday, readHttpNames, together } from './http-name.ts';
import { makeRelease, readReleased, shapeFiles } from './released.ts';

const USAGE = `Usage: ./scripts/release-shapes [--release]

Writes down the shapes of events and stored documents, one file for each service, which later code must be able to read, and
the names of the HTTP interface, which stay. Without an option only those are added that have no sample yet.

  --release   all again: when a release is made, and the one before it runs nowhere any more`;

const write = (path: string, content: unknown): void => {
  const file = join(REPOSITORY, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`);
};

/** Writes the samples of every shape, or of those that have none, and the names of the HTTP interface. */
await runCommand(async () => {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== '--release')) throw new Advice(USAGE);
  for (const { path, shapes } of shapeFiles) {
    const kept = option === '--release' ? {} : readReleased(path);
    const samples = [...shapes].map(([name, shape]) => [name, kept[name] ?? makeRelease(name, shape)] as const);
    const sorted = samples.sort(([one], [other]) => one.localeCompare(other));
    write(path, Object.fromEntries(sorted));
    say(`${path}: ${samples.length} shapes`);
  }
  const names = together([readHttpNames(), await namesToday()]);
  write(HTTP_NAMES, names);
  say(`${HTTP_NAMES}: ${Object.keys(names.operations).length} operations, ${names.schemas.length} schemas`);
  return 0;
});
