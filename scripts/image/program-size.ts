import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Say } from '../runtime/command-line.ts';
import { SERVICES } from '../runtime/processes.ts';
import { listClosure } from './installed-package.ts';

const MEGABYTE = 1_000_000;

/** The bytes of the files in a folder, without what lies in a `node_modules` of it. */
const countBytes = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + countBytes(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((all, one) => all + one, 0);

/** What each program of the tree runs with, in bytes, and the whole tree; what programs share counts for each and once. */
export const programSizes = (tree: string): { programs: Record<string, number>; whole: number } => {
  const sizes = new Map<string, number>();
  const programs = SERVICES.map(({ name, entry }): [string, number] => {
    const folders = [...listClosure(join(tree, entry, '../..'))];
    for (const folder of folders) if (!sizes.has(folder)) sizes.set(folder, countBytes(folder));
    return [name, sum(folders.map((folder) => sizes.get(folder) ?? 0))];
  });
  return { programs: Object.fromEntries(programs), whole: sum(sizes.values()) };
};

/** Says how large the tree is. */
export const sayProgramSizes = (tree: string, say: Say): void => {
  const { programs, whole } = programSizes(tree);
  const line = (name: string, bytes: number) =>
    say(`${name.padEnd(20)}${String(Math.round(bytes / MEGABYTE)).padStart(4)} MB`);
  for (const [name, bytes] of Object.entries(programs)) line(name, bytes);
  line('all together', whole);
};
