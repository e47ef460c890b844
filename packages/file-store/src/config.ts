import { StartFault } from '@qsc/service-kit';
import { z } from 'zod';

/**
 * What a service with files reads from its environment. Without credentials the S3 client asks where it runs (a role of the
 * machine); without an endpoint it is the one of Amazon.
 */
export const fileStoreEnvironment = {
  FILE_STORE: z.enum(['gridfs', 's3']).default('gridfs'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z.string().default(''),
  S3_PATH_STYLE: z.enum(['true', 'false']).default('true'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
} as const;

/** The typed form of `fileStoreEnvironment`. */
export type FileStoreConfig = z.infer<z.ZodObject<typeof fileStoreEnvironment>>;

/** The settings of files in the service's own database. */
export const EMBEDDED_FILES: FileStoreConfig = z.object(fileStoreEnvironment).parse({});

export type S3Settings = {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  prefix: string;
  pathStyle: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** The settings of an S3 store. Throws a sentence where one is missing. */
export const toS3Settings = (config: FileStoreConfig): S3Settings => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!bucket) throw new StartFault('FILE_STORE is s3. Set S3_BUCKET.');
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartFault('Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.');
  return {
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket,
    prefix: config.S3_PREFIX,
    pathStyle: config.S3_PATH_STYLE === 'true',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
};
