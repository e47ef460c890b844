import type { Readable } from 'node:stream';
import type { ByteRange } from '@qsc/service-kit';

/** Where the bytes of files lie, by key. */
export type Place = {
  /** Resolves when the bytes are durable. What it leaves of content that fails is removed by `remove`. */
  write(key: string, content: Readable): Promise<void>;
  /** Fails, at once or while it is read, with `MissingBytes` where there is nothing, or a piece is gone. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes all there is under the key, unfinished writes too; nothing there is no error. */
  remove(key: string): Promise<void>;
  isReady(): Promise<boolean>;
  close(): void;
};

/** The place has no bytes under the key, or not all of them. */
export class MissingBytes extends Error {
  constructor(key: string, cause: unknown) {
    super(`There are no bytes, or not all of them, under ${key}.`, { cause });
    this.name = 'MissingBytes';
  }
}
