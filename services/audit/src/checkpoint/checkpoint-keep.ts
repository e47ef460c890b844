/** A place outside the database for checkpoints, which it keeps as they are. */
export type CheckpointKeep = {
  /** Keeps a signed checkpoint; does nothing where one of that sequence number is kept. Resolves when it is durable. */
  keep(orgId: string, sequence: number, jws: string): Promise<void>;
  /** The newest ones of the organisation, newest first, as they lie there. Throws where the place does not answer. */
  newestOf(orgId: string): Promise<string[]>;
  /** The organisations that it has any of. Throws where the place does not answer. */
  organizations(): Promise<string[]>;
  close(): void;
};

/** How many of the newest are read: one that somebody made unreadable must not hide the others. */
export const NEWEST = 3;

const nothingOutside: CheckpointKeep = {
  keep: async () => {},
  newestOf: async () => [],
  organizations: async () => [],
  close: () => {},
};

/** The place, or one that keeps nothing where there is none. */
export const orNothing = (keep: CheckpointKeep | null): CheckpointKeep => keep ?? nothingOutside;
