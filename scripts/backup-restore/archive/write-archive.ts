import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { Advice, isOfTheDisk } from '../../runtime/command-line.ts';
import { type ArchiveRecord, encoded } from './record.ts';
import { seal } from './sealed-stream.ts';

/**
 * Writes records as an archive that its owner alone may read, compressed and sealed. The file has its name only when it is whole
 * and on the disk; what fails, or is stopped, leaves nothing. Gives its length. Throws `Advice` where the disk refuses it, and the
 * signal's reason.
 */
export const writeArchive = async (
  file: string,
  records: AsyncIterable<ArchiveRecord>,
  { key, stopped }: { key: Buffer; stopped: AbortSignal },
): Promise<number> => {
  const draft = `${file}.part`;
  stopped.throwIfAborted();
  try {
    await pipeline(
      encoded(records),
      createZstdCompress(),
      (content: AsyncIterable<Buffer>) => seal(content, key),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      { signal: stopped },
    );
    await rename(draft, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } catch (error) {
    await rm(draft, { force: true });
    stopped.throwIfAborted();
    throw isOfTheDisk(error) ? new Advice(`${file} could not be written: ${error.message}. Nothing was kept.`) : error;
  }
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
