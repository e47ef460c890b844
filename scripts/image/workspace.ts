import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../runtime/paths.ts';

/** A package of this repository: its folder, from the root, and the packages of this repository that it runs with. */
type WorkspacePackage = { name: string; folder: string; needs: string[] };

const ALL = ['packages/*/package.json', 'services/*/package.json', 'gateway/package.json'];
const PROGRAMS = /^(services\/|gateway$)/;

/** The folders of the programs and of what they are made of, without what only tests and people need. */
export const productionFolders = (): string[] => {
  const packages = ALL.flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY })).map(readPackage);
  const byName = new Map(packages.map((one) => [one.name, one]));
  const wanted = new Set<WorkspacePackage>();
  const want = (one: WorkspacePackage): void => {
    if (wanted.has(one)) return;
    wanted.add(one);
    for (const name of one.needs) want(byName.get(name) ?? unknown(name));
  };
  for (const one of packages) if (PROGRAMS.test(one.folder)) want(one);
  return [...wanted].map(({ folder }) => folder).sort();
};

const readPackage = (file: string): WorkspacePackage => {
  const { name, dependencies = {} } = JSON.parse(readFileSync(join(REPOSITORY, file), 'utf8')) as {
    name: string;
    dependencies?: Record<string, string>;
  };
  const needs = Object.keys(dependencies).filter((one) => dependencies[one]?.startsWith('workspace:'));
  return { name, folder: dirname(file), needs };
};

const unknown = (name: string): never => {
  throw new Error(`${name} is no package of this repository.`);
};
