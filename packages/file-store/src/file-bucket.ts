import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Settings } from './config.ts';
import type { Place } from './place.ts';
import { answered, makeS3Place, openClient } from './s3.ts';

/** The files of all services in a bucket, by key, for whoever keeps them elsewhere or brings them back. */
export type FileBucket = Pick<Place, 'read' | 'write' | 'remove' | 'close'> & {
  /** Every key, as they are listed. */
  keys(): AsyncIterable<string>;
};

/** Objects that are no files of a service: checkpoints of the audit log, where they share the bucket. */
const NO_FILE = 'audit-checkpoints/';

/** Opens the files of a bucket, those under the prefix of the settings. */
export const makeFileBucket = (settings: S3Settings): FileBucket => {
  const { read, write, remove, close } = makeS3Place(settings);
  const client = openClient(settings);
  const { bucket: Bucket, prefix: Prefix } = settings;
  return {
    read,
    write,
    remove,
    async *keys() {
      let ContinuationToken: string | undefined;
      do {
        const page = await answered(client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })));
        const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length));
        yield* keys.filter((key) => !key.startsWith(NO_FILE));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    close() {
      close();
      client.destroy();
    },
  };
};
