import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { REPOSITORY } from '../../runtime/paths.ts';
import type { Stores } from '../check/stores.ts';

const COMPOSE = 'services/entity/src/compose.ts';
const STORE = 'services/entity/src/entity/entity.store.ts';
const MIGRATION = 'services/entity/src/entity/generation.migration.ts';

/** A field that the release brings, with an index and a migration that fills it in the records that are there. */
const MIGRATION_TEXT = `import type { Migration } from '@qsc/service-kit';

export const fillGeneration: Migration = {
  id: 'fill-generation',
  async up(connection) {
    const entities = connection.getClient().db(connection.name).collection('entity');
    await entities.updateMany({ generation: { $exists: false } }, { $set: { generation: 1 } });
  },
};
`;

const EDITS: readonly (readonly [path: string, from: string, to: string])[] = [
  [STORE, 'last_transition_id: z.', 'generation: z.number().int().optional(),\n    last_transition_id: z.'],
  [STORE, '  indexes: [\n', '  indexes: [\n    { keys: { org_id: 1, generation: 1 } },\n'],
  [COMPOSE, 'collections, compose:', 'collections, migrations: [fillGeneration], compose:'],
  [COMPOSE, 'import ', "import { fillGeneration } from './entity/generation.migration.ts';\nimport "],
];

/**
 * Makes the source of the next release in the directory: the one that is, and a change of the stored entities as a release may
 * make it (CONTRIBUTING.md). Answers its root. Throws where the source no longer holds what is edited.
 */
export const makeNextRelease = (directory: string): string => {
  const root = copySource(directory);
  for (const [path, from, to] of EDITS) {
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${path} holds no "${from}" any more; mend the drill's next release.`);
    writeFileSync(file, text.replace(from, to));
  }
  writeFileSync(join(root, MIGRATION), MIGRATION_TEXT);
  return root;
};

/** What the migration of the release has left undone, each as a sentence. */
export const leftUndone = async (stores: Stores): Promise<string[]> => {
  const { migrations, indexes, filled } = await stores.release();
  return [
    ...(migrations.includes('fill-generation') ? [] : ['the migration did not run']),
    ...(indexes.includes('org_id_1_generation_1') ? [] : ['its index is not there']),
    ...(filled > 0 ? [] : ['no record has its field']),
  ];
};

const COPIED = [
  ...['packages', 'services', 'gateway', 'proto', 'package.json', 'tsconfig.json'],
  ...['scripts/package.json', 'scripts/node_modules', 'scripts/fault-drill/projector'],
] as const;
const LEFT_OUT: ReadonlySet<string> = new Set(['test', 'bench']);

/** Copies what services are made of; installed packages are shared with the repository. Answers the root of the copy. */
const copySource = (directory: string): string => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const part of COPIED) {
    cpSync(join(REPOSITORY, part), join(directory, part), {
      recursive: true,
      // Links between packages are relative, so that those of the copy stay in it.
      verbatimSymlinks: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(directory, 'node_modules'));
  return directory;
};
