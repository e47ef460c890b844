import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the registry that a tree holds. */
export type InstalledPackage = { name: string; version: string; folder: string };

const listEntries = (folder: string) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []);

/** The packages in a `node_modules`, those of a scope too: their folders, links followed where they are asked for. */
const foldersIn = (modules: string, wanted: 'own' | 'linked'): string[] =>
  listEntries(modules).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.name.startsWith('@')) return foldersIn(path, wanted);
    return entry.isSymbolicLink() === (wanted === 'linked') ? [realpathSync(path)] : [];
  });

/** Every package of the registry in a tree that pnpm installed, in the order of names. */
export const installedPackages = (tree: string): InstalledPackage[] => {
  const store = join(tree, 'node_modules/.pnpm');
  const folders = listEntries(store).flatMap(({ name }) => foldersIn(join(store, name, 'node_modules'), 'own'));
  return folders
    .map((folder) => ({ ...readIdentity(folder), folder }))
    .sort((a, b) => a.folder.localeCompare(b.folder));
};

const readIdentity = (folder: string): { name: string; version: string } => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version };
};

/** The folders of the packages that one in the tree, given by its folder, runs with: itself, what it needs, and what that needs. */
export const listClosure = (folder: string): Set<string> => {
  const known = new Set<string>();
  const visit = (one: string): void => {
    if (known.has(one)) return;
    known.add(one);
    for (const next of foldersIn(findModules(one), 'linked')) visit(next);
  };
  visit(realpathSync(folder));
  return known;
};

/** What a package of the registry needs lies beside it, what one of ours needs in it. */
const findModules = (folder: string): string => {
  const [, beside] = /^(.*\/\.pnpm\/[^/]+\/node_modules)\//.exec(folder) ?? [];
  return beside ?? join(folder, 'node_modules');
};
