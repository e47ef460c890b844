import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A chunk in the manifest that Vite writes. */
type Chunk = { file: string; imports?: string[] };

const ENTRY = 'index.html';
/** What is loaded before anything is shown beside the entry: the larger catalogue, and the page that a sign-in leads to. */
const LOADED_TOO = ['src/i18n/locales/de.po', 'src/my-work/my-work.page.tsx'];

/** The most JavaScript of the first view, gzipped. */
export const FIRST_VIEW_LIMIT = 250 * 1024;

/** How many bytes of JavaScript, gzipped, the first view loads out of a folder of built files. */
export const firstViewSize = (folder: string): number => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  [ENTRY, ...LOADED_TOO].forEach(add);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
};
