import { globSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Advice } from './command-line.ts';
import { REPOSITORY } from './paths.ts';

const PLACES = ['packages/*/test', 'services/*/test', 'gateway/test', 'dashboard/test', 'scripts/*/test', 'test'];
const END_TO_END = 'test/e2e';

/** Those that take longest begin first, so that none of them is left over for the end. */
const FIRST = [
  END_TO_END,
  'scripts/fault-drill',
  'services/integration',
  'services/workflow',
  'services/audit',
  'packages/certificate-extraction',
];

/** The test files of one part of the repository, run together in one process. */
export type TestGroup = { name: string; files: string[]; endToEnd: boolean };

/**
 * The test files, grouped by the part they belong to, the longest first. With patterns only those whose path contains one;
 * a pattern that fits no file throws `Advice`, so that a misspelt one does not pass as success.
 */
export const findTests = (patterns: readonly string[]): TestGroup[] => {
  const all = PLACES.flatMap((place) => globSync(`${place}/**/*.test.ts`, { cwd: REPOSITORY })).sort();
  const wanted = patterns.map(asRepositoryPath);
  const lost = wanted.find((pattern) => !all.some((file) => file.includes(pattern)));
  if (lost !== undefined) throw new Advice(`No test file's path contains "${lost}".`);
  const chosen = wanted.length === 0 ? all : all.filter((file) => wanted.some((pattern) => file.includes(pattern)));
  const groups = Object.entries(Object.groupBy(chosen, groupName)).map(([name, files]) => ({
    name,
    files: files ?? [],
    endToEnd: name === END_TO_END,
  }));
  return groups.sort((one, other) => rankOf(one) - rankOf(other));
};

const rankOf = ({ name }: TestGroup): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const asRepositoryPath = (pattern: string): string =>
  pattern.startsWith('/') || pattern.startsWith('.') ? relative(REPOSITORY, resolve(pattern)) : pattern;

const groupName = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  return first === 'gateway' || first === 'dashboard' ? first : `${first}/${second}`;
};
