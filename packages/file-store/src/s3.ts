import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { unavailable } from '@qsc/service-kit';
import type { S3Settings } from './config.ts';
import { MissingBytes, type Place } from './place.ts';

const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const CONNECT_MS = 3_000;
const REQUEST_MS = 30_000;
/** Of a connection on which nothing is transferred, also because the reader has stopped. */
const STALLED_MS = 120_000;

type S3Error = NodeJS.ErrnoException & { $metadata?: { httpStatusCode?: number } };

/** The HTTP status that the store answered with, where it answered. */
export const getStatus = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode;

/** Of connections and names; what begins with HPE_ is no HTTP. */
const AWAY = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOST|ENET|EPROTO|HPE_)/;
/** Answers to who asks, and not about a file: another address, a login that is refused. */
const OF_THE_STORE = new Set([301, 302, 307, 308, 401, 403]);

const isAway = (error: unknown): boolean => {
  const [status = 0, { name, code = '' }] = [getStatus(error), error as S3Error];
  if (name === 'TimeoutError' || name === 'NoSuchBucket' || AWAY.test(String(code))) return true;
  return status >= 500 || OF_THE_STORE.has(status);
};

const away = (cause?: unknown) => unavailable('The file store does not answer as it should. Try again.', cause);

/** The answer of the store. Throws `service_unavailable` where it does not answer, or refuses whoever asks. */
export const answered = async <Value>(requested: Promise<Value>): Promise<Value> => {
  try {
    return await requested;
  } catch (error) {
    throw isAway(error) ? away(error) : error;
  }
};

/** What was written. Each store names what it has kept: an answer that does not is that of another kind of server. */
export const written = async (requested: Promise<{ ETag?: string | undefined }>): Promise<void> => {
  const { ETag } = await answered(requested);
  if (!ETag) throw away();
};

/** Why a bucket cannot be used, for who has configured it. What the store says in its own words may hold the key. */
const unusable = (error: unknown, { endpoint, bucket }: S3Settings): Error => {
  const status = getStatus(error);
  const reason = status === undefined ? ((error as S3Error).code ?? (error as Error).name) : `HTTP ${status}`;
  const host = endpoint === undefined ? 'Amazon S3' : new URL(endpoint).host;
  return new Error(
    `The bucket "${bucket}" of S3_BUCKET cannot be used at ${host}: ${reason}. Check the S3_ variables.`,
  );
};

/** A client of the store. */
export const openClient = (settings: S3Settings): S3Client =>
  new S3Client({
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    ...(settings.credentials ? { credentials: settings.credentials } : {}),
    // Not every server of the protocol knows the newer checksums; ours are of the whole file and in the record.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STALLED_MS,
    },
  });

/** Files in a bucket of an S3-compatible store. */
export const makeS3Place = (settings: S3Settings): Place => {
  const client = openClient(settings);
  const at = (key: string) => ({ Bucket: settings.bucket, Key: `${settings.prefix}${key}` });

  const abortUnfinished = async (key: string): Promise<void> => {
    const { Bucket, Key } = at(key);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
    for (const { UploadId, Key: found } of Uploads)
      if (found === Key) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  };

  return {
    async write(key, content) {
      const params = { ...at(key), Body: content };
      await written(new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done());
    },
    async read(key, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      try {
        const { Body } = await answered(client.send(new GetObjectCommand({ ...at(key), ...part })));
        return Body as Readable;
      } catch (error) {
        throw getStatus(error) === 404 || getStatus(error) === 416 ? new MissingBytes(key, error) : error;
      }
    },
    async remove(key) {
      await answered(client.send(new DeleteObjectCommand(at(key))));
      await answered(abortUnfinished(key));
    },
    async isReady() {
      await client.send(new HeadBucketCommand({ Bucket: settings.bucket })).catch((error: unknown) => {
        throw unusable(error, settings);
      });
      return true;
    },
    close: () => client.destroy(),
  };
};
