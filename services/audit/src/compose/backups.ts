import type { Kit } from '@qsc/service-kit';
import { backupDefinition, makeBackupStore } from '../backup/backup.store.ts';

/** The metric of the newest backup, which an alert watches. */
export const exposeBackupAge = ({ open, metrics }: Pick<Kit, 'open' | 'metrics'>): void => {
  const backups = makeBackupStore(open(backupDefinition));
  metrics.gauge(
    'backup_newest_moment_timestamp_seconds',
    'The moment that the newest recorded backup restores; 0 where none is recorded',
    async () => ((await backups.newestMoment())?.getTime() ?? 0) / 1000,
  );
};
