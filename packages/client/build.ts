import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const REPOSITORY = join(FOLDER, '../..');

/** The manifest of the published package: what runs it, without what only this repository needs. */
const publishedManifest = () => {
  const {
    private: _private,
    devDependencies: _devDependencies,
    exports: _exports,
    ...manifest
  } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  return {
    ...manifest,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    engines: { node: '>=22' },
  };
};

/** The compiler leaves the names of sources in declarations. */
const rewriteImports = (file: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));

/**
 * Builds the package that is published into a folder: ESM and types from the sources, with README, changelog and licence. The
 * compiler knows no Node here, so that nothing that browsers lack gets in. Pack it there: `npm pack packages/client/dist`.
 */
export const buildPackage = (target = join(FOLDER, 'dist')): void => {
  rmSync(target, { recursive: true, force: true });
  const tsc = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(FOLDER, 'tsconfig.build.json'), '--outDir', target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (const file of globSync('**/*.d.ts', { cwd: target })) rewriteImports(join(target, file));
  for (const file of ['README.md', 'CHANGELOG.md']) copyFileSync(join(FOLDER, file), join(target, file));
  copyFileSync(join(REPOSITORY, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) buildPackage();
