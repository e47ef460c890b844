import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { untranslated } from './catalogue.ts';
import { FIRST_VIEW_LIMIT, firstViewSize } from './first-view.ts';
import { packFolder } from './pack.ts';

const ROOT = resolve(import.meta.dirname, '..');
const BUILT = join(ROOT, 'dist');

/** Builds the files that the gateway serves at /app. Fails on a missing translation and on a first view that is too large. */
const missing = untranslated('de');
if (missing.length > 0) throw new Error(`Not translated into German:\n  ${missing.join('\n  ')}`);

// Lingui looks for its configuration where the program runs.
process.chdir(ROOT);
await build({ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
const size = firstViewSize(BUILT);
process.stdout.write(`dashboard     first view ${(size / 1024).toFixed(0)} KiB of JavaScript, gzipped\n`);
if (size > FIRST_VIEW_LIMIT) throw new Error(`The first view is over ${FIRST_VIEW_LIMIT / 1024} KiB.`);
rmSync(join(BUILT, '.vite'), { recursive: true });
await packFolder(BUILT);
