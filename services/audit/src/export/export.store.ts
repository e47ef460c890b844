import { AUDIT_ACTIONS } from '@qsc/contracts';
import { type Change, type Collection, defineCollection, insert, notFound, replace } from '@qsc/service-kit';
import { z } from 'zod';
import { EXPORT_FORMATS, EXPORT_STATUSES, type ExportJob } from './export.ts';

const Stored = z.object({
  _id: z.string(),
  org_id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  format: z.enum(EXPORT_FORMATS),
  from: z.date(),
  to: z.date(),
  entity_types: z.array(z.string()),
  actions: z.array(z.enum(AUDIT_ACTIONS)),
  include_signatures: z.boolean(),
  include_raw_data: z.boolean(),
  last_sequence: z.number(),
  estimated_records: z.number(),
  records_exported: z.number(),
  file: z
    .object({ file_id: z.string(), size_bytes: z.number(), checksum: z.string(), signature: z.string() })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  requested_by: z.object({ id: z.string(), name: z.string(), email: z.string().nullable() }),
  created_at: z.date(),
  completed_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  version: z.number().int(),
});

/** The jobs of exports. A job stays when its file has expired. */
export const exportDefinition = defineCollection({
  name: 'audit_export',
  shape: Stored,
  indexes: [{ keys: { status: 1, expires_at: 1 } }],
});

type StoredExport = z.infer<typeof Stored>;

export type ExportCollection = Collection<StoredExport>;

export type ExportStore = {
  find(orgId: string, id: string): Promise<ExportJob | null>;
  add(job: ExportJob): Change;
  /** The change that writes the next version of a job. */
  write(job: ExportJob): Change;
  /** The jobs of all organisations whose files are past their date, the oldest first. */
  due(before: Date, limit: number): Promise<ExportJob[]>;
};

const toStored = ({ id, ...rest }: ExportJob): StoredExport => ({ _id: id, ...rest });

const toJob = ({ _id, ...rest }: StoredExport): ExportJob => ({ id: _id, ...rest });

/** The jobs in the database. */
export const makeExportStore = (jobs: ExportCollection): ExportStore => ({
  async find(orgId, id) {
    const stored = await jobs.findOne({ _id: id, org_id: orgId });
    return stored && toJob(stored);
  },
  add: (job) => insert(jobs, toStored(job)),
  write: (job) => replace(jobs, toStored(job), job.version - 1),
  async due(before, limit) {
    const found = await jobs.model.collection
      .find({ status: 'completed', expires_at: { $lte: before } } as never)
      .sort({ expires_at: 1 })
      .limit(limit)
      .toArray();
    return found.map((stored) => toJob(stored as unknown as StoredExport));
  },
});

/** A job of the organisation. Throws `not_found`. */
export const requireExport = async (
  store: Pick<ExportStore, 'find'>,
  orgId: string,
  id: string,
): Promise<ExportJob> => {
  const job = await store.find(orgId, id);
  if (job) return job;
  throw notFound('export', id);
};
