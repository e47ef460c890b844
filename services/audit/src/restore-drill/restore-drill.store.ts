import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';
import type { RestoreDrill } from './restore-drill.ts';

/** Restore drills, for reports. Rows are inserted and never changed. */
export const restoreDrillDefinition = defineCollection({
  name: 'audit_restore_drill',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    at: z.date(),
    passed: z.boolean(),
    reason: z.string().nullable(),
    backup_moment: z.date().nullable(),
    release: z.string().nullable(),
    entries: z.number().int().nullable(),
  }),
  indexes: [{ keys: { org_id: 1, at: -1 } }],
});

/** A drill as a report shows it. */
export type LastDrill = {
  at: string;
  passed: boolean;
  reason: string | null;
  backup_moment: string | null;
  entries: number | null;
};

export type RestoreDrillStore = {
  insert(drill: RestoreDrill): Change;
  /** The newest one of an organisation; null where none is recorded. */
  readLast(orgId: string): Promise<LastDrill | null>;
};

/** The store of restore drills in MongoDB. */
export const makeRestoreDrillStore = (
  rows: Collection<z.infer<typeof restoreDrillDefinition.shape>>,
): RestoreDrillStore => ({
  insert: ({ id, ...drill }) => insert(rows, { _id: id, ...drill }),
  async readLast(org_id) {
    const [newest] = await rows.find({ org_id }, { sort: { at: -1 }, limit: 1 });
    if (!newest) return null;
    const { at, passed, reason, backup_moment, entries } = newest;
    return { at: at.toISOString(), passed, reason, backup_moment: backup_moment?.toISOString() ?? null, entries };
  },
});
