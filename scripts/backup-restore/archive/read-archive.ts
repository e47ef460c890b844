import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { FORMAT, Manifest } from './manifest.ts';
import { type ArchiveRecord, decoded, makeTally, type Tally } from './record.ts';
import { DamagedArchive, unseal } from './sealed-stream.ts';

export type CollectionPlace = { database: string; name: string };

/** What is done with the documents of a collection as they are read; `end` when it is read whole. */
export type TakeCollection = (place: CollectionPlace) => { add(document: Buffer): Promise<void>; end(): Promise<void> };

/** The content of an archive beside its documents: the manifest, and the settings of the deployment by name. */
export type ReadArchive = { manifest: Manifest; settings: Record<string, string> };

/** A large document is put together of few pieces. */
const CHUNK_BYTES = 1024 * 1024;

const TAKE_NOTHING: TakeCollection = () => ({ add: async () => {}, end: async () => {} });

/**
 * Reads an archive from its first to its last byte, giving its documents to `take`. Throws `OtherKey` and `DamagedArchive`: only
 * when it resolves is the whole known to be what was written.
 */
export const readArchive = async (
  file: string,
  key: Buffer,
  take: TakeCollection = TAKE_NOTHING,
): Promise<ReadArchive> => {
  const found = new Map<string, Tally>();
  const read: { settings?: Buffer; manifest?: Buffer } = {};
  let open: Awaited<ReturnType<typeof openCollection>> | null = null;
  const close = async () => {
    if (open) found.set(...(await open.end()));
    open = null;
  };
  for await (const records of recordsOf(file, key))
    for (const { kind, body } of records) {
      if (kind !== 'document') await close();
      if (kind === 'collection') open = openCollection(body, take);
      else if (kind !== 'document') read[kind] = Buffer.from(body);
      else if (open) await open.add(body);
      else throw new DamagedArchive('The archive holds documents of no collection.');
    }
  await close();
  return checked(read, found);
};

async function* recordsOf(file: string, key: Buffer): AsyncGenerator<ArchiveRecord[]> {
  const content = pipeline(
    createReadStream(file),
    (sealed: AsyncIterable<Buffer>) => unseal(sealed, key),
    createZstdDecompress({ chunkSize: CHUNK_BYTES }),
    () => {},
  ) as unknown as Readable;
  yield* decoded(content);
}

const labelOf = ({ database, name }: CollectionPlace): string => `${database}/${name}`;

const openCollection = (body: Buffer, take: TakeCollection) => {
  const place = JSON.parse(body.toString()) as CollectionPlace;
  const tally = makeTally();
  const taking = take(place);
  return {
    async add(document: Buffer) {
      tally.add(document);
      await taking.add(document);
    },
    async end(): Promise<[string, Tally]> {
      await taking.end();
      return [labelOf(place), tally.end()];
    },
  };
};

/** What was read is what the manifest says. */
const checked = (read: { settings?: Buffer; manifest?: Buffer }, found: Map<string, Tally>): ReadArchive => {
  if (!read.manifest || !read.settings) throw new DamagedArchive('The archive has no manifest.');
  const told = JSON.parse(read.manifest.toString());
  if (told.format !== FORMAT)
    throw new DamagedArchive(`The archive has the format ${told.format}; this version reads ${FORMAT}.`);
  const manifest = Manifest.parse(told);
  for (const { name: database, collections } of manifest.databases)
    for (const { name, documents, sha256 } of collections) {
      const label = labelOf({ database, name });
      const tally = found.get(label);
      found.delete(label);
      if (tally?.documents !== documents || tally.sha256 !== sha256)
        throw new DamagedArchive(`The archive does not hold of ${label} what its manifest says.`);
    }
  if (found.size > 0 || sha256Of(read.settings) !== manifest.settings.sha256)
    throw new DamagedArchive('The archive does not hold what its manifest says.');
  return { manifest, settings: JSON.parse(read.settings.toString()) };
};

/** As the manifest names what is no document. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
