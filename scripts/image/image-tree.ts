import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { buildDashboard } from '../runtime/dashboard.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { pnpm } from './pnpm.ts';
import { sayProgramSizes } from './program-size.ts';
import { productionFolders } from './workspace.ts';

/** Beside the packages: what is installed, and what the programs read by its path. */
const ROOT_FILES = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'LICENSE', 'proto'];
const NOT_COPIED = ['node_modules', 'test', 'bench'];
/** What no program reads: types, and the way back from a built file to its source. */
const UNREAD = /\.(map|d\.[cm]?ts)$/;
/** Of the packages of fonts the one weight that PDFs are written with (docs/decisions/0022-fonts-of-pdfs.md). */
const FONT_PACKAGE = /\/(@embedpdf\/fonts-|@expo-google-fonts\/|dejavu-fonts-ttf\/)/;
const FONT_FILE = /\.(otf|ttf|png)$/;
const WRITTEN_WITH = /(Regular\.(otf|ttf)|DejaVuSansCondensed(-Bold)?\.ttf)$/;

/** Whether no program reads a file of a package. */
export const isUnread = (path: string): boolean =>
  UNREAD.test(path) || (FONT_PACKAGE.test(path) && FONT_FILE.test(path) && !WRITTEN_WITH.test(path));

/**
 * Makes the file tree that the image holds: the programs, what they are made of and the packages they run with. Nothing of tests,
 * benches, scripts or development. The same steps make it for the Dockerfile and for the test that starts every program from it.
 * With a store of pnpm no registry is asked. Uses nothing but Node, since the build of the image has no packages yet.
 */
export const buildImageTree = (target: string, store: string | null): void => {
  if (existsSync(target) && readdirSync(target).length > 0) throw new Advice(`${target} is there and not empty.`);
  mkdirSync(target, { recursive: true, mode: 0o755 });
  for (const name of ROOT_FILES) cpSync(join(REPOSITORY, name), join(target, name), { recursive: true });
  for (const folder of productionFolders()) copyPackage(folder, target);
  const offline = store === null ? [] : ['--offline', '--store-dir', store];
  pnpm(['install', '--frozen-lockfile', '--prod', '--reporter=silent', ...offline], target);
  removeUnread(join(target, 'node_modules'));
};

const copyPackage = (folder: string, target: string): void => {
  const from = join(REPOSITORY, folder);
  const parts = readdirSync(from, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? !NOT_COPIED.includes(entry.name) : entry.name === 'package.json'))
    .map(({ name }) => name);
  for (const name of parts) cpSync(join(from, name), join(target, folder, name), { recursive: true });
};

/** Builds the dashboard, with packages of its own where this checkout has none, and adds its files to the tree. */
export const addDashboard = async (target: string): Promise<void> => {
  if (!existsSync(join(REPOSITORY, 'dashboard/node_modules')))
    pnpm(['install', '--frozen-lockfile', '--filter', '@qsc/dashboard...', '--reporter=silent'], REPOSITORY);
  await buildDashboard(say);
  cpSync(join(REPOSITORY, 'dashboard/dist'), join(target, 'dashboard/dist'), { recursive: true });
};

/** Links are not followed: what they lead to is met in its own place. */
const removeUnread = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(path);
    else if (entry.isFile() && isUnread(path)) rmSync(path);
  }
};

/** The store that the packages of this checkout were installed from, or null. */
export const storeOfCheckout = (): string | null => {
  const state = join(REPOSITORY, 'node_modules/.modules.yaml');
  const known = existsSync(state) ? /"?storeDir"?: *"?([^",\n]+)/.exec(readFileSync(state, 'utf8')) : null;
  return known?.[1]?.replace(/\/v\d+$/, '') ?? null;
};

if (import.meta.main)
  await runCommand(async () => {
    const [target] = process.argv.slice(2);
    if (target === undefined) throw new Advice('Usage: node scripts/image/image-tree.ts FOLDER');
    buildImageTree(resolve(target), storeOfCheckout());
    await addDashboard(resolve(target));
    sayProgramSizes(resolve(target), say);
    return 0;
  });
