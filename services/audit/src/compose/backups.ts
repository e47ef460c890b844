import type { Kit } from '@qsc/service-kit';
import { backupDefinition, makeBackupStore } from '../backup/backup.store.ts';

/** Tells how old the newest backup is, which an alert watches. */
export const tellBackups = ({ open, metrics }: Pick<Kit, 'open' | 'metrics'>): void => {
  const backups = makeBackupStore(open(backupDefinition));
  metrics.gauge(
    'backup_newest_moment_timestamp_seconds',
    'The moment that the newest recorded backup restores; 0 where none is recorded',
    async () => ((await backups.newestMoment())?.getTime() ?? 0) / 1000,
  );
};
