import { type Change, type Collection, defineCollection, insert, remove, replace } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { Connection } from '../connection/connection.ts';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import type { Notice } from './inbound.ts';

/** Longer than any partner repeats a message. */
const RETENTION_SECONDS = 30 * 86_400;
/** Beyond so many a count ends. */
const MAX_COUNT = 1_000;

/** Notices of partners until a synchronisation takes them, and for a while after, to recognise repetitions. */
export const noticeDefinition = defineCollection({
  name: 'notice',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    message_id: z.string(),
    event: z.string(),
    object: z.string(),
    external_ids: z.array(z.string()),
    received_at: z.date(),
    taken_at: z.date().nullable(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { org_id: 1, connection_id: 1, taken_at: 1, received_at: 1 } },
    { keys: { taken_at: 1, received_at: 1 }, partial: { taken_at: null } },
    { keys: { received_at: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});

type StoredNotice = z.infer<typeof noticeDefinition.shape>;

type ConnectionKey = Pick<Connection, 'id' | 'org_id'>;

export type NoticeStore = {
  /** The commit fails with `DuplicateKey` when the connection has the notice already. */
  insert(notice: Notice): Change;
  /** What waits for a connection, the longest first. */
  waiting(connection: ConnectionKey, limit: number): Promise<Notice[]>;
  /** How many wait for a connection, counted up to 1,000. */
  countWaiting(connection: ConnectionKey): Promise<number>;
  /** So many connections of any organisation for which something waits, the longest first. */
  connectionsWaiting(limit: number): Promise<ConnectionKey[]>;
  /** A synchronisation takes it. The commit fails with `VersionConflict` where another one has. */
  take(notice: Notice, now: Date): Change;
  removals: RemoveOrphans;
};

const toNotice = ({ _id, ...stored }: StoredNotice): Notice => ({ id: _id, ...stored });

const toStored = ({ id, external_ids, ...notice }: Notice): StoredNotice => ({
  ...notice,
  _id: id,
  external_ids: [...external_ids],
});

/** The store of notices in MongoDB. */
export const makeNoticeStore = (notices: Collection<StoredNotice>): NoticeStore => {
  const stored = notices.model.collection as unknown as mongo.Collection<StoredNotice>;
  return {
    insert: (notice) => insert(notices, toStored(notice)),
    async waiting({ id, org_id }, limit) {
      const order = { sort: { received_at: 1 } as const, limit };
      return (await notices.find({ org_id, connection_id: id, taken_at: null }, order)).map(toNotice);
    },
    countWaiting: ({ id, org_id }) =>
      notices.count({ org_id, connection_id: id, taken_at: null }, { limit: MAX_COUNT }),
    async connectionsWaiting(limit) {
      const key = { id: '$connection_id', org_id: '$org_id' };
      const rows = await stored
        .aggregate<{ _id: ConnectionKey }>([
          { $match: { taken_at: null } },
          { $group: { _id: key, since: { $min: '$received_at' } } },
          { $sort: { since: 1 } },
          { $limit: limit },
        ])
        .toArray();
      return rows.map(({ _id }) => _id);
    },
    take: (notice, now) =>
      replace(notices, toStored({ ...notice, taken_at: now, version: notice.version + 1 }), notice.version),
    removals: async (orphan, limit) =>
      (await notices.find(buildOrphanFilter(orphan), { limit })).map(({ _id, version }) =>
        remove(notices, _id, version),
      ),
  };
};
