import { auditTasks } from '@qsc/contracts/events';
import { type FileStore, fileCollections } from '@qsc/file-store';
import type { AnyRoute, Kit } from '@qsc/service-kit';
import type { EntryCollection } from '../entry/entry.store.ts';
import { makeArchivedEntries } from '../export/archived-entry.ts';
import { exportRoutes } from '../export/export.routes.ts';
import { makeExportService } from '../export/export.service.ts';
import { exportDefinition, makeExportStore } from '../export/export.store.ts';
import { makeExportedEntries } from '../export/exported-entry.store.ts';
import { makeExportedLog } from '../export/exported-log.ts';
import type { Chains } from './chain.ts';

/** The collections of exports, for the service and the worker. */
export const exportCollections = [exportDefinition, ...fileCollections] as const;

/** The log as exports read it, including removed entries. */
export const openExportedLog = (entries: EntryCollection, { segments, reader }: Pick<Chains, 'segments' | 'reader'>) =>
  makeExportedLog(makeExportedEntries(entries), makeArchivedEntries({ store: segments, reader }));

type Parts = {
  entries: EntryCollection;
  chains: Pick<Chains, 'chains' | 'segments' | 'reader'>;
  files: FileStore;
  /** Another queue, for tests that share a broker. */
  queue: string | undefined;
};

/** The routes of exports. */
export const makeExportRoutes = (
  { open, tasks, unitOfWork }: Kit,
  { entries, chains, files, queue = auditTasks.export.queue }: Parts,
): AnyRoute[] =>
  exportRoutes(
    makeExportService({
      store: makeExportStore(open(exportDefinition)),
      entries: openExportedLog(entries, chains),
      chain: chains.chains,
      files,
      giveExport: ({ id }, call) => tasks.enqueue({ ...auditTasks.export, queue }, call, { job_id: id }),
      unitOfWork,
    }),
  );
