import type { Readable } from 'node:stream';
import type { ByteRange, Change } from '@qsc/service-kit';

/** What a record keeps of its file; `checksum` is `sha256:<hex>`. */
export type StoredFile = { file_id: string; size_bytes: number; checksum: string };

/**
 * The files of a service. A file is provisional until the commit that refers to it confirms it: what a crash or a refusal leaves
 * behind is marked, and swept away.
 */
export type FileStore = {
  /**
   * Stores a file as it comes in, measured and hashed on the way and never whole in memory. Throws `payload_too_large` past the
   * limit, `service_unavailable` where the store is away, and what the content fails with; then nothing is left of it.
   */
  put(content: Readable, about: { orgId: string; limit?: number }): Promise<StoredFile>;
  /** The change that makes a provisional file a kept one, for the commit that refers to it. */
  confirm(file: Pick<StoredFile, 'file_id'>): Change;
  /** Takes a provisional file back; does nothing to a confirmed one, so it may be called whenever the outcome is not known. */
  discard(orgId: string, file: Pick<StoredFile, 'file_id'>): Promise<void>;
  /**
   * Opens a file of the organisation, or a part of it. Read whole, it is held against size and checksum of the record: a file
   * that differs, or is gone, fails with `DamagedFile` before its last bytes are given. Of a part the length alone is verified.
   */
  open(orgId: string, file: StoredFile, range?: ByteRange): Promise<Readable>;
  /** The change that lets a kept file go, for the commit that removes what refers to it; the next sweep removes it. */
  release(orgId: string, file: Pick<StoredFile, 'file_id'>): Change;
  /** Removes a file that no record refers to any more. */
  remove(orgId: string, file: Pick<StoredFile, 'file_id'>): Promise<void>;
  /**
   * Removes what has been provisional for more than four hours at `now`, and what a crash kept from being removed. Gives how many.
   * Where some cannot be removed, the others are, and it throws then.
   */
  sweep(now: Date): Promise<number>;
  /** Whether the place of the files answers. */
  isReady(): Promise<boolean>;
  /** Ends the connections of its own. */
  close(): void;
};

/** A stored file is not what was stored, or is gone; `found` is its checksum, null where it cannot be read to its end. */
export class DamagedFile extends Error {
  readonly file: StoredFile;
  readonly found: string | null;

  constructor(file: StoredFile, found: string | null) {
    super(`The file ${file.file_id} does not have the checksum that it was stored with.`);
    this.name = 'DamagedFile';
    this.file = file;
    this.found = found;
  }
}
