/** An archive of checkpoints outside the database, which never changes them. */
export type CheckpointArchive = {
  /** Stores a signed checkpoint; does nothing where one of that sequence number exists. Resolves when it is durable. */
  store(orgId: string, sequence: number, jws: string): Promise<void>;
  /** The newest ones of the organisation, newest first, as stored. Throws where the archive does not answer. */
  readNewest(orgId: string): Promise<string[]>;
  /** The organisations that have any. Throws where the archive does not answer. */
  organizations(): Promise<string[]>;
  close(): void;
};

/** The number of newest ones that are read: an unreadable one must not hide the others. */
export const NEWEST = 3;

const noArchive: CheckpointArchive = {
  store: async () => {},
  readNewest: async () => [],
  organizations: async () => [],
  close: () => {},
};

/** The archive, or an empty one where there is none. */
export const orNoArchive = (checkpointArchive: CheckpointArchive | null): CheckpointArchive =>
  checkpointArchive ?? noArchive;
