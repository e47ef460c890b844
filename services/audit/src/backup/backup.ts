import { z } from 'zod';

const BackupMembers = z.strictObject({
  /** The moment that it restores. */
  moment: z.iso.datetime(),
  /** What made it: `scripts/backup`, or the name of another tool. */
  made_by: z.string().min(1).max(100),
  /** Its size in bytes, where the tool tells it. */
  bytes: z.number().int().min(1).nullable(),
});

/** A backup of all databases that was made and is kept outside, as the operator tells it. */
export type Backup = z.infer<typeof BackupMembers>;

/** By how much the clocks of MongoDB, which tells the moment, and of this machine may differ. */
const CLOCKS_MS = 5 * 60_000;

/** A backup as it is told at that time. It is of a moment that has been: a wrong date would keep the alert silent. */
export const backupAt = (now: Date) =>
  BackupMembers.refine(({ moment }) => Date.parse(moment) <= now.getTime() + CLOCKS_MS, {
    error: 'The backup is of a moment in the future.',
    path: ['moment'],
  });
