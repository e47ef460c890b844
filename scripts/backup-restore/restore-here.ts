import type { FileBucket } from '../../packages/file-store/src/index.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { withLock } from '../runtime/lock.ts';
import { type DataPaths, prepareDataDirectory } from '../runtime/paths.ts';
import type { Secrets } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';
import type { Manifest } from './archive/manifest.ts';
import { type ReadArchive, readArchive } from './archive/read-archive.ts';
import { describe } from './back-up.ts';
import { openBucket, withClient } from './deployment.ts';
import { adoptSettings, requireRestorable, withFormerKeys } from './deployment-target.ts';
import { getPrefix, withMongodb } from './own-mongodb.ts';
import { restore } from './restore.ts';
import { requireValid, verifyChains } from './verify-restored.ts';

export type Source = { file: string; key: Buffer };

type Course = { stopped: AbortSignal; say: Say };

/** Reads an archive whole and says what it holds. Throws where it is not authentic to its last byte. */
export const checkArchive = async ({ file, key }: Source, say: Say): Promise<ReadArchive> => {
  const archive = await readArchive(file, key);
  say(`archive       whole and authentic: ${describe(archive.manifest)}`);
  return archive;
};

/**
 * Restores an archive into the deployment of the settings, which must not run and must hold nothing, and verifies the audit logs.
 * Nothing is written before the whole archive was read. Throws `Advice` that says what to do.
 */
export const restoreHere = async (source: Source, settings: Settings, course: Course): Promise<void> => {
  const archive = await checkArchive(source, course.say);
  const paths = prepareDataDirectory(settings.dataDir);
  await withLock(paths.lock, async () => {
    await requireRestorable({ settings, paths }, archive.settings);
    await withBucket(settings, archive.manifest, async (bucket) => {
      const secrets = adoptSettings(paths, archive.settings);
      const deployment = { settings, paths, secrets, bucket };
      requireValid(await restoreAndVerify({ ...source, ...archive }, deployment, course), course.say);
    });
  });
};

type Deployment = { settings: Settings; paths: DataPaths; secrets: Secrets; bucket: FileBucket | null };

/** The bucket that the files of an archive go to. Throws `Advice` where it has some and there is none. */
const withBucket = async (
  settings: Settings,
  { files }: Manifest,
  work: (bucket: FileBucket | null) => Promise<void>,
) => {
  const bucket = await openBucket(settings);
  if (bucket === null && files.length > 0)
    throw new Advice('The backup holds files of a bucket: set FILE_STORE=s3 and the S3_… variables of an empty one.');
  try {
    await work(bucket);
  } finally {
    bucket?.close();
  }
};

/** Restores into the MongoDB of a deployment and verifies. Gives what was found of each organisation's audit log, also of a broken one. */
export const restoreAndVerify = async (
  archive: Source & ReadArchive,
  { settings, bucket, ...own }: Deployment,
  course: Course,
): ReturnType<typeof verifyChains> =>
  withMongodb(settings, own, async (backends) => {
    const prefix = getPrefix(settings);
    await withClient(backends.mongodbUri, (client) => restore(archive, { client, prefix, bucket }, course));
    const known = withFormerKeys(settings, archive.settings);
    const chains = await verifyChains({ settings: known, secrets: own.secrets, backends });
    requireChains(chains, archive.manifest);
    return chains;
  });

/** What each organisation has from its beginning, beside an audit log. */
const OF_ORGANIZATIONS = ['organization', 'entity_history'];

/** Throws `Advice` where there is no audit log at all of organisations that are there: then nothing was verified. */
export const requireChains = (chains: readonly unknown[], { databases }: Pick<Manifest, 'databases'>): void => {
  const found = databases.flatMap(({ collections }) => collections.filter(({ documents }) => documents > 0));
  if (chains.length > 0 || !found.some(({ name }) => OF_ORGANIZATIONS.includes(name))) return;
  throw new Advice(
    'What was restored is as the backup has it, and there is no audit log in it, although there are organisations.',
  );
};
