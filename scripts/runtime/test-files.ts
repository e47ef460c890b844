import { globSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Advice } from './command-line.ts';
import { REPOSITORY } from './paths.ts';

const PLACES = ['packages/*/test', 'services/*/test', 'gateway/test', 'dashboard/test', 'scripts/*/test', 'test'];
const END_TO_END = 'test/e2e';
/** Its tests look at its pages over a mesh of their own. */
export const DASHBOARD = 'dashboard';

/** Those that take longest begin first, so that none of them is left over for the end. */
const FIRST = [
  END_TO_END,
  'services/workflow',
  'services/integration',
  'packages/service-kit',
  'scripts/fault-drill',
  'services/audit',
  'packages/certificate-extraction',
];

/** The test files of one part of the repository, run together in one process. */
export type TestGroup = { name: string; files: string[]; endToEnd: boolean };

/** What is needed less often than on every change: long drills, large rounds, real ERP servers, the tree of the image. */
const WITH_ALL_ONLY = '.all.test.ts';

/** The groups of a run, the longest first, and how many files wait for `--all`. */
export type TestChoice = { groups: TestGroup[]; leftOut: number };

/**
 * The test files, grouped by the part they belong to. With patterns only those whose path contains one; a pattern that fits
 * no file throws `Advice`, so that a misspelt one does not pass as success. Files named `*.all.test.ts` stay out unless
 * `all` is set, or a pattern fits no other file.
 */
export const findTests = (patterns: readonly string[], { all = false } = {}): TestChoice => {
  const known = PLACES.flatMap((place) => globSync(`${place}/**/*.test.ts`, { cwd: REPOSITORY })).sort();
  const fitting = patterns.length === 0 ? [known] : patterns.map((pattern) => filesFitting(pattern, known));
  const chosen = new Set(fitting.flatMap((files) => (all ? files : withoutRareFiles(files))));
  const groups = Object.entries(Object.groupBy([...chosen].sort(), groupName)).map(([name, files]) => ({
    name,
    files: files ?? [],
    endToEnd: name === END_TO_END || name === DASHBOARD,
  }));
  return {
    groups: groups.sort((one, other) => computeRank(one) - computeRank(other)),
    leftOut: new Set(fitting.flat()).size - chosen.size,
  };
};

const filesFitting = (pattern: string, known: readonly string[]): string[] => {
  const path = asRepositoryPath(pattern);
  const files = known.filter((file) => file.includes(path));
  if (files.length === 0) throw new Advice(`No test file's path contains "${path}".`);
  return files;
};

const withoutRareFiles = (files: readonly string[]): readonly string[] => {
  const usual = files.filter((file) => !file.endsWith(WITH_ALL_ONLY));
  return usual.length === 0 ? files : usual;
};

const computeRank = ({ name }: TestGroup): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

const asRepositoryPath = (pattern: string): string =>
  pattern.startsWith('/') || pattern.startsWith('.') ? relative(REPOSITORY, resolve(pattern)) : pattern;

const groupName = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  return first === 'gateway' || first === 'dashboard' ? first : `${first}/${second}`;
};
