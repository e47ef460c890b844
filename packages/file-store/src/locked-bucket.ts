import { createHash } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { Clock } from '@qsc/service-kit';
import type { S3Settings } from './config.ts';
import { answered, getStatus, openClient, written } from './s3.ts';

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

type Parts = { settings: S3Settings; rule: LockRule; clock: Clock };

const DAY_MS = 86_400_000;

const isThere = (error: unknown): boolean => getStatus(error) === 412;

/** Texts in a bucket of an S3-compatible store, each under a lock of its own. */
export const makeLockedBucket = ({ settings, rule, clock }: Parts): LockedBucket => {
  const client = openClient(settings);
  const at = (key: string) => ({ Bucket: settings.bucket, Key: `${settings.prefix}${key}` });

  return {
    async storeLocked(key, text) {
      const lock = {
        ObjectLockMode: rule.mode,
        ObjectLockRetainUntilDate: new Date(clock().getTime() + rule.days * DAY_MS),
      };
      // The protocol asks for it with a lock; not every server knows the newer checksums.
      const ContentMD5 = createHash('md5').update(text).digest('base64');
      const put = new PutObjectCommand({ ...at(key), ...lock, ContentMD5, Body: text, IfNoneMatch: '*' });
      try {
        await written(client.send(put));
      } catch (error) {
        if (!isThere(error)) throw error;
      }
    },
    async read(key) {
      try {
        const { Body } = await answered(client.send(new GetObjectCommand(at(key))));
        return (await Body?.transformToString()) ?? null;
      } catch (error) {
        if (getStatus(error) === 404) return null;
        throw error;
      }
    },
    async firstKeys(prefix, count) {
      const { Bucket, Key: Prefix } = at(prefix);
      const { Contents = [] } = await answered(
        client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: count })),
      );
      return Contents.map(({ Key = '' }) => Key.slice(settings.prefix.length));
    },
    async folders(prefix) {
      const { Bucket, Key: Prefix } = at(prefix);
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' });
      const names: string[] = [];
      await answered(
        (async () => {
          for await (const { CommonPrefixes = [] } of pages)
            names.push(...CommonPrefixes.map((common) => (common.Prefix ?? '').slice(Prefix.length, -1)));
        })(),
      );
      return names;
    },
    close: () => client.destroy(),
  };
};
