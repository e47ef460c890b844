import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { buildImageTree, storeOfCheckout } from './image-tree.ts';
import { installedPackages } from './installed-package.ts';
import { pnpm } from './pnpm.ts';

/** The first versions of pnpm that write a bill of materials are newer than the one that installs. */
const PNPM_WITH_SBOM = '12.21.0';
const FORMAT = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];

type Component = { group?: string; name: string; version: string; 'bom-ref': string };
type Dependency = { ref: string; dependsOn?: string[] };
/** What is read here of a CycloneDX document. */
export type Sbom = { metadata: { component: Component }; components: Component[]; dependencies: Dependency[] };

/** The name that a component has in the registry, and its version. */
export const toIdentity = ({ group, name, version }: Pick<Component, 'group' | 'name' | 'version'>): string =>
  `${group === undefined ? name : `${group}/${name}`}@${version}`;

const OWN = '@qsc';

/** The document without the packages that the lockfile knows for other machines and the tree does not hold. */
const onlyInstalled = (document: Sbom, tree: string): Sbom => {
  const installed = new Set(installedPackages(tree).map(toIdentity));
  const components = document.components.filter((one) => one.group === OWN || installed.has(toIdentity(one)));
  const refs = new Set([document.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = document.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...document, components, dependencies };
};

/** Writes what an image's tree is made of, each package with its licence and hash, as CycloneDX 1.6. */
export const writeSbom = (tree: string, file: string): void => {
  pnpm(['sbom', '--prod', ...FORMAT, '--out', file], tree, PNPM_WITH_SBOM);
  const document = JSON.parse(readFileSync(file, 'utf8')) as Sbom;
  writeFileSync(file, `${JSON.stringify(onlyInstalled(document, tree), null, 2)}\n`);
};

/** Makes a tree for the document alone. */
const writeSbomOfCheckout = (file: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'qsc-sbom-'));
  try {
    buildImageTree(join(folder, 'tree'), storeOfCheckout());
    writeSbom(join(folder, 'tree'), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.main)
  await runCommand(async () => {
    const [tree, file = join(REPOSITORY, 'sbom.cdx.json'), ...more] = process.argv.slice(2);
    if (more.length > 0) throw new Advice('Usage: node scripts/image/sbom.ts [FOLDER OF AN IMAGE TREE [FILE]]');
    if (tree === undefined) writeSbomOfCheckout(file);
    else writeSbom(resolve(tree), resolve(file));
    say(`${file} is made.`);
    return 0;
  });
