import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Advice } from '../runtime/command-line.ts';
import type { Manifest } from './archive/manifest.ts';
import { TAKE_NOTHING, type Taking } from './archive/read-archive.ts';
import { makeTally } from './archive/record.ts';
import type { RestoreTarget } from './restore-target.ts';

type Target = Pick<RestoreTarget, 'bucket'>;

/** Throws `Advice` where the bucket has files: those of another time must not be mixed with what is restored. */
export const requireEmptyBucket = async ({ bucket }: Target): Promise<void> => {
  for await (const key of bucket?.keys() ?? [])
    throw new Advice(
      `The bucket is not empty: it has ${key}. Nothing was restored. Name an empty one, or another S3_PREFIX.`,
    );
};

/** Writes files of an archive into the bucket; where there is none they go nowhere. */
export const writeFileInto =
  ({ bucket }: Target): ((key: string) => Taking) =>
  (key) => {
    if (!bucket) return TAKE_NOTHING;
    const content = new PassThrough();
    const written = bucket.write(key, content);
    // Whoever writes next gets the error.
    content.on('error', () => {});
    written.catch((error: Error) => content.destroy(error));
    return {
      async add(piece) {
        // The archive's own buffer is used again; the bucket may read later.
        if (content.destroyed) await written;
        if (!content.write(Buffer.from(piece))) await once(content, 'drain');
      },
      async end() {
        content.end();
        await written;
      },
    };
  };

/** The files of the manifest that the bucket does not hold as they are. */
export const differingFiles = async ({ bucket }: Target, { files }: Manifest): Promise<string[]> => {
  const differing: string[] = [];
  for (const { key, sha256 } of bucket ? files : []) {
    const tally = makeTally();
    for await (const piece of (await bucket?.read(key)) ?? []) tally.add(piece);
    if (tally.end().sha256 !== sha256) differing.push(key);
  }
  return differing;
};

/** Takes back the files of a restore that failed from a bucket that was empty. */
export const takeFilesBack = async ({ bucket }: Target, { files }: Manifest): Promise<void> => {
  for (const { key } of files) await bucket?.remove(key);
};
