import { Readable } from 'node:stream';
import type { FileStore } from '@qsc/file-store';
import { type Call, type Change, type Download, requireUnversioned, type UnitOfWork } from '@qsc/service-kit';
import type { ChainStore } from '../chain/chain.store.ts';
import { type ExportStore, requireExport } from './export.store.ts';
import {
  cancelExport,
  type ExportJob,
  type ExportRequest,
  requestExport,
  requireFile,
  type ShownExport,
  shownExport,
} from './export.ts';
import { MEDIA_TYPES, SIGNATURE_TYPE, toFilename } from './export-file.ts';
import type { ExportedLog } from './exported-log.ts';

/** The change that enqueues a job for a worker; for the commit that requests it. */
export type GiveExport = (job: ExportJob, call: Call) => Change;

export type ExportService = {
  /** Starts an export of the current log. Throws `validation_failed` for an unknown kind of record. */
  request(request: ExportRequest, call: Call): Promise<ShownExport>;
  /** Throws `not_found`. */
  read(id: string, call: Call): Promise<ShownExport>;
  /** Ends an export before its file is whole. Throws `not_found`, and `invalid_transition` for one that has ended. */
  cancel(id: string, call: Call): Promise<void>;
  /** The file. Throws `not_found`, `export_not_ready` and `gone`. */
  download(id: string, call: Call): Promise<Download>;
  /** The detached JWS over the file. Throws as `download` does. */
  signature(id: string, call: Call): Promise<Download>;
};

type Parts = {
  store: ExportStore;
  entries: Pick<ExportedLog, 'estimate'>;
  chain: Pick<ChainStore, 'readHead'>;
  files: Pick<FileStore, 'open'>;
  giveExport: GiveExport;
  unitOfWork: UnitOfWork;
};

/** The use cases of exports (specification, "Audit logs"; decisions §4, "Audit log"). */
export const makeExportService = (parts: Parts): ExportService => {
  const { store, entries, chain, files, giveExport, unitOfWork } = parts;

  return {
    async request(request, call) {
      const orgId = call.actor.org_id;
      return unitOfWork.decide(call, {}, async () => {
        const { sequence: lastSequence } = await chain.readHead(orgId);
        const estimate = await entries.estimate(orgId, request, lastSequence);
        const { job, event } = requestExport(request, { lastSequence, estimate }, call);
        return {
          changes: [store.add(job), giveExport(job, call)],
          events: [event],
          answer: shownExport(job, call.now),
        };
      });
    },

    read: async (id, call) => shownExport(await requireExport(store, call.actor.org_id, id), call.now),

    cancel: (id, call) =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await requireExport(store, call.actor.org_id, id);
        requireUnversioned(call);
        if (before.status === 'cancelled') return { changes: [], events: [], answer: undefined };
        const { job, event } = cancelExport(before, call);
        return { changes: [store.write(job)], events: [event], answer: undefined };
      }),

    async download(id, call) {
      const job = await requireExport(store, call.actor.org_id, id);
      const file = requireFile(job, call.now);
      return {
        contentType: MEDIA_TYPES[job.format],
        filename: toFilename(job),
        size: file.size_bytes,
        etag: file.checksum,
        open: (range) => files.open(job.org_id, file, range),
      };
    },

    async signature(id, call) {
      const job = await requireExport(store, call.actor.org_id, id);
      const { signature } = requireFile(job, call.now);
      return {
        contentType: SIGNATURE_TYPE,
        filename: `${toFilename(job)}.sig`,
        size: Buffer.byteLength(signature),
        open: ({ start, end } = { start: 0, end: signature.length - 1 }) =>
          Readable.from([Buffer.from(signature).subarray(start, end + 1)]),
      };
    },
  };
};
