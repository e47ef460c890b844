/** How long an object stays as it is, and whether somebody with the right for it may still remove it (`GOVERNANCE`) or nobody (`COMPLIANCE`). */
export type LockRule = { mode: 'GOVERNANCE' | 'COMPLIANCE'; days: number };

/** Texts in a bucket with object lock: once there, they can be neither changed nor removed before their time is over. */
export type LockedBucket = {
  /** Keeps a text under a key; does nothing where the key is there. Throws `service_unavailable` where the store is away. */
  storeLocked(key: string, text: string): Promise<void>;
  /** The text under a key, null for none. */
  read(key: string): Promise<string | null>;
  /** The first keys, in their order, that begin with the prefix. */
  firstKeys(prefix: string, count: number): Promise<string[]>;
  /** The names that stand between the prefix and the next slash. */
  folders(prefix: string): Promise<string[]>;
  close(): void;
};
