import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { type FileBucket, MissingBytes } from '../../packages/file-store/src/index.ts';
import { Advice, type Say } from '../runtime/command-line.ts';
import { type ArchivedCollection, countBytes, FORMAT, type Manifest } from './archive/manifest.ts';
import { getSha256 } from './archive/read-archive.ts';
import { type ArchiveRecord, jsonRecord, makeTally, type Tally } from './archive/record.ts';
import { writeArchive } from './archive/write-archive.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

/** What is kept: the databases `prefix` + name of one MongoDB, and settings of the deployment, secrets among them. */
export type BackupSource = {
  client: MongoClient;
  prefix: string;
  databases: readonly string[];
  settings: Record<string, string>;
  /** Where files are that are in no database; null where all are. */
  bucket: Pick<FileBucket, 'keys' | 'read'> | null;
  release: string;
};

export type MadeBackup = { file: string; manifest: Manifest; archiveBytes: number };

/** Keeps everything as it is at one moment, while the mesh goes on, in a new archive in the folder. Throws `Advice`. */
export const backUp = async (
  source: BackupSource,
  { folder, key }: { folder: string; key: Buffer },
  { stopped, say }: { stopped: AbortSignal; say: Say },
): Promise<MadeBackup> => {
  const { client, prefix, databases } = source;
  const snapshot = await openSnapshot(
    client,
    databases.map((name) => `${prefix}${name}`),
  );
  if ([...snapshot.layouts.values()].every((collections) => collections.length === 0))
    throw new Advice(
      `There is nothing to keep: no database of this MongoDB begins with ${prefix} and is of a service.`,
    );
  if (snapshot.windowSeconds !== null)
    say(`backup        of one moment, which MongoDB keeps readable for ${snapshot.windowSeconds} s`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const moment = toMoment(snapshot);
  const file = join(folder, `qsc-${moment.replaceAll(/[-:]/g, '')}-${snapshot.at.getLowBits()}.backup`);
  const kept: { manifest?: Manifest } = {};
  const archiveBytes = await writeArchive(file, readRecords(source, snapshot, kept), { key, stopped });
  if (kept.manifest === undefined) throw new Error('The archive was written without its manifest.');
  return { file, manifest: kept.manifest, archiveBytes };
};

const toMoment = ({ at }: Snapshot): string => new Date(at.getHighBits() * 1000).toISOString().replace('.000', '');

/** Everything that the archive holds, in its order; `kept` gets the manifest. */
async function* readRecords(
  { prefix, databases, settings, bucket, release }: BackupSource,
  snapshot: Snapshot,
  kept: { manifest?: Manifest },
): AsyncGenerator<ArchiveRecord> {
  const secrets = jsonRecord('settings', settings);
  yield secrets;
  const written: Manifest['databases'] = [];
  for (const name of databases) {
    const collections: ArchivedCollection[] = [];
    for (const layout of snapshot.layouts.get(`${prefix}${name}`) ?? []) {
      yield jsonRecord('collection', { database: name, name: layout.name });
      const { parts, ...sums } = yield* toContent(snapshot.documents(`${prefix}${name}`, layout.name));
      collections.push({ ...layout, documents: parts, ...sums });
    }
    written.push({ name, collections });
  }
  kept.manifest = {
    format: FORMAT,
    moment: toMoment(snapshot),
    cluster_time: { t: snapshot.at.getHighBitsUnsigned(), i: snapshot.at.getLowBitsUnsigned() },
    release,
    databases: written,
    files: bucket ? yield* readFiles(bucket) : [],
    settings: { names: Object.keys(settings).sort(), sha256: getSha256(secrets.body) },
  };
  yield jsonRecord('manifest', kept.manifest);
}

async function* toContent(content: AsyncIterable<Buffer>): AsyncGenerator<ArchiveRecord, Tally> {
  const tally = makeTally();
  for await (const body of content) {
    tally.add(body);
    yield { kind: 'content', body };
  }
  return tally.end();
}

/**
 * Files are written before the records that name them and never altered: read after the moment, those of the moment are there, but for
 * what was removed since.
 */
async function* readFiles(
  bucket: NonNullable<BackupSource['bucket']>,
): AsyncGenerator<ArchiveRecord, Manifest['files']> {
  const files: Manifest['files'] = [];
  for await (const key of bucket.keys()) {
    const content = await bucket.read(key).catch(nullIfGone);
    if (content === null) continue;
    yield jsonRecord('file', { key });
    const { parts: _pieces, ...sums } = yield* toContent(content);
    files.push({ key, ...sums });
  }
  return files;
}

const nullIfGone = (error: unknown): null => {
  if (error instanceof MissingBytes) return null;
  throw error;
};

/** What a person is notified of an archive. */
export const describe = (manifest: Manifest): string => {
  const { documents, bytes } = countBytes(manifest);
  const size = `${documents} documents (${(bytes / 1e6).toFixed(1)} MB) in ${manifest.databases.length} databases`;
  const files = manifest.files.length > 0 ? ` and ${manifest.files.length} files of the bucket` : '';
  return `${size}${files}, as they were at ${manifest.moment}, of release ${manifest.release}`;
};
