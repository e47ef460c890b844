import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { FORMAT, Manifest } from './manifest.ts';
import { type ArchiveRecord, decoded, makeTally, type Tally } from './record.ts';
import { DamagedArchive, unseal } from './sealed-stream.ts';

/** A collection or a file, as it stands before its content. */
export type Part = { kind: 'collection'; database: string; name: string } | { kind: 'file'; key: string };

/** What is done with the content of a part as it is read; `end` when it is read whole. */
export type Taking = { add(content: Buffer): Promise<void>; end(): Promise<void> };

export type TakePart = (part: Part) => Taking;

/** The content of an archive beside its documents: the manifest, and the settings of the deployment by name. */
export type ReadArchive = { manifest: Manifest; settings: Record<string, string> };

/** A large document is put together of few pieces. */
const CHUNK_BYTES = 1024 * 1024;

/** Content that is read and left. */
export const TAKE_NOTHING: Taking = { add: async () => {}, end: async () => {} };

/**
 * Reads an archive from its first to its last byte, giving its content to `take`. Throws `OtherKey` and `DamagedArchive`: only
 * when it resolves is the whole known to be what was written.
 */
export const readArchive = async (
  file: string,
  key: Buffer,
  take: TakePart = () => TAKE_NOTHING,
): Promise<ReadArchive> => {
  const found = new Map<string, Tally>();
  const read: { settings?: Buffer; manifest?: Buffer } = {};
  let open: ReturnType<typeof openPart> | null = null;
  const close = async () => {
    if (open) found.set(...(await open.end()));
    open = null;
  };
  for await (const records of readRecords(file, key))
    for (const { kind, body } of records) {
      if (kind !== 'content') await close();
      if (kind === 'collection' || kind === 'file') open = openPart({ kind, ...JSON.parse(body.toString()) }, take);
      else if (kind !== 'content') read[kind] = Buffer.from(body);
      else if (open) await open.add(body);
      else throw new DamagedArchive('The archive holds content of no collection and no file.');
    }
  await close();
  return checked(read, found);
};

async function* readRecords(file: string, key: Buffer): AsyncGenerator<ArchiveRecord[]> {
  const content = pipeline(
    createReadStream(file),
    (sealed: AsyncIterable<Buffer>) => unseal(sealed, key),
    createZstdDecompress({ chunkSize: CHUNK_BYTES }),
    () => {},
  ) as unknown as Readable;
  yield* decoded(content);
}

const toLabel = (part: Part): string =>
  part.kind === 'file' ? `the file ${part.key}` : `${part.database}/${part.name}`;

const openPart = (part: Part, take: TakePart) => {
  const tally = makeTally();
  const taking = take(part);
  return {
    async add(content: Buffer) {
      tally.add(content);
      await taking.add(content);
    },
    async end(): Promise<[string, Tally]> {
      await taking.end();
      return [toLabel(part), tally.end()];
    },
  };
};

/** What was read is what the manifest says. */
const checked = (read: { settings?: Buffer; manifest?: Buffer }, found: Map<string, Tally>): ReadArchive => {
  if (!read.manifest || !read.settings) throw new DamagedArchive('The archive has no manifest.');
  const content = JSON.parse(read.manifest.toString());
  if (content.format !== FORMAT)
    throw new DamagedArchive(`The archive has the format ${content.format}; this version reads ${FORMAT}.`);
  const manifest = Manifest.parse(content);
  for (const [label, { sha256, documents }] of listParts(manifest)) {
    const tally = found.get(label);
    found.delete(label);
    if (tally?.sha256 !== sha256 || (documents ?? tally.parts) !== tally.parts)
      throw new DamagedArchive(`The archive does not hold of ${label} what its manifest says.`);
  }
  if (found.size > 0 || getSha256(read.settings) !== manifest.settings.sha256)
    throw new DamagedArchive('The archive does not hold what its manifest says.');
  return { manifest, settings: JSON.parse(read.settings.toString()) };
};

const listParts = ({ databases, files }: Manifest): [label: string, { sha256: string; documents?: number }][] => [
  ...databases.flatMap(({ name: database, collections }) =>
    collections.map((one) => [toLabel({ kind: 'collection', database, name: one.name }), one] as [string, typeof one]),
  ),
  ...files.map((file) => [toLabel({ kind: 'file', key: file.key }), file] as [string, typeof file]),
];

/** As the manifest names what is no document. */
export const getSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
