import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { readReleased, releaseOf, shapeFiles } from './released.ts';

const USAGE = `Usage: ./scripts/release-shapes [--release]

Writes down the shapes of events and stored documents, one file for each service, which later code must be able to read.
Without an option only those are added that have no sample yet.

  --release   all anew: when a release is made, and the one before it runs nowhere any more`;

/** Writes the samples of every shape, or of those that have none. */
await runCommand(async () => {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== '--release')) throw new Advice(USAGE);
  for (const { path, shapes } of shapeFiles) {
    const kept = option === '--release' ? {} : readReleased(path);
    const samples = [...shapes].map(([name, shape]) => [name, kept[name] ?? releaseOf(name, shape)] as const);
    const file = join(REPOSITORY, path);
    mkdirSync(dirname(file), { recursive: true });
    const sorted = samples.sort(([one], [other]) => one.localeCompare(other));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
    say(`${path}: ${samples.length} shapes`);
  }
  return 0;
});
