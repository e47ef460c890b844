import { type Change, type Collection, defineCollection, insert, type Kit } from '@qsc/service-kit';
import { z } from 'zod';
import type { Backup } from './backup.ts';

/** Backups of the whole deployment, by the moment that each restores. Rows are inserted and never changed. */
export const backupDefinition = defineCollection({
  name: 'audit_backup',
  shape: z.object({
    /** The moment in ISO 8601: in the order of ids the last one is the newest. */
    _id: z.string(),
    made_by: z.string(),
    bytes: z.number().int().nullable(),
    recorded_at: z.date(),
  }),
  indexes: [],
  shared: true,
});

export type BackupStore = {
  insert(backup: Backup, now: Date): Change;
  /** The moment of the newest one; null where none is recorded. */
  newestMoment(): Promise<Date | null>;
};

/** The store of backups in MongoDB. */
export const makeBackupStore = (rows: Collection<z.infer<typeof backupDefinition.shape>>): BackupStore => ({
  insert: ({ moment, ...backup }, recorded_at) =>
    insert(rows, { _id: new Date(moment).toISOString(), ...backup, recorded_at }),
  async newestMoment() {
    const [newest] = await rows.find({}, { sort: { _id: -1 }, limit: 1 });
    return newest ? new Date(newest._id) : null;
  },
});

/** The metric of the newest backup, which an alert watches. */
export const exposeBackupAge = (backups: Pick<BackupStore, 'newestMoment'>, metrics: Kit['metrics']): void =>
  metrics.gauge(
    'backup_newest_moment_timestamp_seconds',
    'The moment that the newest recorded backup restores; 0 where none is recorded',
    async () => ((await backups.newestMoment())?.getTime() ?? 0) / 1000,
  );
