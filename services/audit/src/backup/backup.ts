import { z } from 'zod';

const BackupMembers = z.strictObject({
  /** The moment that it restores. */
  moment: z.iso.datetime(),
  /** What made it: `scripts/backup`, or the name of another tool. */
  made_by: z.string().min(1).max(100),
  /** Its size in bytes, where the tool reports it. */
  bytes: z.number().int().min(1).nullable(),
});

/** A backup of all databases that is stored outside, as the operator reports it. */
export type Backup = z.infer<typeof BackupMembers>;

/** The largest difference between the clocks of MongoDB, which the moment comes from, and of this machine. */
const CLOCKS_MS = 5 * 60_000;

/** A backup as it is reported at that time. Its moment is in the past: a wrong date would silence the alert. */
export const backupAt = (now: Date) =>
  BackupMembers.refine(({ moment }) => Date.parse(moment) <= now.getTime() + CLOCKS_MS, {
    error: 'The backup is of a moment in the future.',
    path: ['moment'],
  });
