import { z } from 'zod';

/** The form of archives that this version writes and reads. */
export const FORMAT = 1;

const ArchivedCollection = z.object({
  name: z.string(),
  /** What it was created with. */
  options: z.record(z.string(), z.unknown()),
  /** All but the one of `_id`, as MongoDB lists them. */
  indexes: z.array(z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) })),
  documents: z.number().int(),
  bytes: z.number().int(),
  /** Of its documents as BSON, in the order of `_id`. */
  sha256: z.string(),
});

export type ArchivedCollection = z.infer<typeof ArchivedCollection>;

const ArchivedFile = z.object({ key: z.string(), bytes: z.number().int(), sha256: z.string() });

export type ArchivedFile = z.infer<typeof ArchivedFile>;

/**
 * What an archive holds. It stands at the end of the archive, sealed with it; who reads it has read everything before it. Databases
 * are named without the prefix of the deployment.
 */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The one moment that all databases are kept of, and MongoDB's own name of it. */
  moment: z.iso.datetime(),
  cluster_time: z.object({ t: z.number().int(), i: z.number().int() }),
  /** The version of the system whose programs made the data. */
  release: z.string(),
  databases: z.array(z.object({ name: z.string(), collections: z.array(ArchivedCollection) })),
  /** Files of a bucket; those in GridFS are in the databases. */
  files: z.array(ArchivedFile),
  settings: z.object({ names: z.array(z.string()), sha256: z.string() }),
});

export type Manifest = z.infer<typeof Manifest>;

/** How many documents, and how many bytes of them, an archive holds. */
export const countBytes = ({ databases }: Pick<Manifest, 'databases'>): { documents: number; bytes: number } => {
  const all = databases.flatMap(({ collections }) => collections);
  return {
    documents: all.reduce((sum, { documents }) => sum + documents, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
};
