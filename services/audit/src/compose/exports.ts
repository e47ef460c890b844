import { auditTasks } from '@qsc/contracts/events';
import { type FileStore, fileCollections } from '@qsc/file-store';
import type { AnyRoute, Kit } from '@qsc/service-kit';
import type { ChainStore } from '../chain/chain.store.ts';
import type { EntryCollection } from '../entry/entry.store.ts';
import { exportRoutes } from '../export/export.routes.ts';
import { makeExportService } from '../export/export.service.ts';
import { exportDefinition, makeExportStore } from '../export/export.store.ts';
import { makeExportedEntries } from '../export/exported-entry.store.ts';

/** What exports keep in the database, for the service and the worker. */
export const exportCollections = [exportDefinition, ...fileCollections] as const;

type Parts = {
  entries: EntryCollection;
  chain: Pick<ChainStore, 'headOf'>;
  files: FileStore;
  /** Another queue than the usual one, for tests that share a broker. */
  queue: string | undefined;
};

/** The routes of exports. */
export const makeExportRoutes = (
  { open, tasks, unitOfWork }: Kit,
  { entries, chain, files, queue = auditTasks.export.queue }: Parts,
): AnyRoute[] =>
  exportRoutes(
    makeExportService({
      store: makeExportStore(open(exportDefinition)),
      entries: makeExportedEntries(entries),
      chain,
      files,
      giveExport: ({ id }, call) => tasks.enqueue({ ...auditTasks.export, queue }, call, { job_id: id }),
      unitOfWork,
    }),
  );
