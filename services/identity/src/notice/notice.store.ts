import { type Collection, defineCollection, type ProgramKit, trusted } from '@qsc/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { NOTICE_KINDS, type Notice, REVOCATION_KINDS } from './notice.ts';

export const noticeDefinition = defineCollection({
  name: 'notice',
  shape: z.object({
    _id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    target: z.string(),
    rights_version: z.number().int(),
    until: z.number().int(),
    created_at: z.date(),
    expires_at: z.date(),
    received_by: z.array(z.string()),
  }),
  indexes: [{ keys: { expires_at: 1 }, expireAfterSeconds: 0 }, { keys: { kind: 1, until: 1 } }],
  shared: true,
});

/** A running replica of this service; one that has not said so for three seconds counts as gone. */
export const replicaDefinition = defineCollection({
  name: 'replica',
  shape: z.object({ _id: z.string(), alive_at: z.date() }),
  indexes: [{ keys: { alive_at: 1 }, expireAfterSeconds: 3_600 }],
  shared: true,
});

export type NoticeStore = {
  collection: Collection<Notice>;
  /** Revocations whose tokens may still be alive. */
  revocations(nowSeconds: number): Promise<Notice[]>;
  /** A cursor of notices as they are committed, by whichever replica. */
  subscribe(): mongo.ChangeStream<mongo.Document, mongo.ChangeStreamInsertDocument<Notice & mongo.Document>>;
  markReceived(ids: readonly string[], replica: string): Promise<void>;
  /** Which of the running replicas have not notified their watchers yet. */
  missing(id: string, self: string): Promise<string[]>;
  /** Says that the replica runs, by the database's clock. */
  renew(replica: string): Promise<void>;
  leave(replica: string): Promise<void>;
};

const ALIVE_MS = 3_000;

/** The store of notices and of the replicas that hand them on. */
export const makeNoticeStore = ({ open, connection }: Pick<ProgramKit, 'open' | 'connection'>): NoticeStore => {
  const notices = open(noticeDefinition);
  const database = connection.getClient().db(connection.name);
  const replicas = database.collection<{ _id: string; alive_at: Date }>(replicaDefinition.name);
  open(replicaDefinition);

  const aliveOthers = async (self: string): Promise<string[]> => {
    const isAlive = { $expr: { $gt: ['$alive_at', { $subtract: ['$$NOW', ALIVE_MS] }] } };
    const found = await replicas.find({ _id: { $ne: self }, ...isAlive }, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  };

  return {
    collection: notices,
    revocations: (nowSeconds) =>
      notices.find({
        kind: trusted({ $in: [...REVOCATION_KINDS] }),
        until: trusted({ $gt: nowSeconds }),
      }),
    subscribe: () => database.collection(noticeDefinition.name).watch([{ $match: { operationType: 'insert' } }]),
    async markReceived(ids, replica) {
      await notices.model.updateMany({ _id: trusted({ $in: [...ids] }) }, { $addToSet: { received_by: replica } });
    },
    async missing(id, self) {
      const others = await aliveOthers(self);
      if (others.length === 0) return [];
      const received = (await notices.findOne({ _id: id }))?.received_by ?? [];
      return others.filter((other) => !received.includes(other));
    },
    async renew(replica) {
      await replicas.updateOne({ _id: replica }, [{ $set: { alive_at: '$$NOW' } }], { upsert: true });
    },
    async leave(replica) {
      await replicas.deleteOne({ _id: replica });
    },
  };
};
