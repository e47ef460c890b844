import { type Change, type Collection, defineCollection, insert, put, replace } from '@qsc/service-kit';
import { z } from 'zod';
import { OUTCOMES, type Qualification, QualificationRecord } from './qualification.ts';

export const qualificationDefinition = defineCollection({
  name: 'qualification',
  shape: z.object({
    ...QualificationRecord.omit({ id: true }).shape,
    _id: z.string(),
    org_id: z.string(),
    supplier_id: z.string(),
    previous_status: z.string(),
    changed_at: z.date(),
    outcome: z.enum(OUTCOMES),
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
    supplier_version: z.number().int(),
    request_id: z.string(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { org_id: 1, supplier_id: 1, changed_at: -1, _id: -1 } },
    { keys: { org_id: 1, documents: 1 } },
    // At most one is scheduled.
    { keys: { org_id: 1, supplier_id: 1 }, unique: true, partial: { outcome: 'scheduled' } },
  ],
});

type Stored = z.infer<typeof qualificationDefinition.shape>;

/** A qualification with the version of its row. */
export type StoredQualification = { qualification: Qualification; version: number };

type Page = { skip: number; limit: number; newestFirst: boolean };

export type QualificationStore = {
  find(orgId: string, id: string): Promise<StoredQualification | null>;
  /** The scheduled one. */
  pending(orgId: string, supplierId: string): Promise<StoredQualification | null>;
  list(orgId: string, supplierId: string, page: Page): Promise<Qualification[]>;
  count(orgId: string, supplierId: string): Promise<number>;
  /** Those of a supplier, and those of any supplier that name a document; at most `limit` of each. */
  naming(orgId: string, recordId: string, limit: number): Promise<Qualification[]>;
  insert(qualification: Qualification): Change;
  replace(stored: StoredQualification, by: Qualification): Change;
  /** Writes the row, whether or not it exists. */
  put(qualification: Qualification): Change;
};

const toRow = ({ id, ...qualification }: Qualification, version: number): Stored => ({
  _id: id,
  ...qualification,
  version,
});

const toStoredQualification = ({ _id, version, ...row }: Stored): StoredQualification => ({
  qualification: { id: _id, ...row },
  version,
});

/** The qualifications of suppliers. */
export const makeQualificationStore = (rows: Collection<Stored>): QualificationStore => {
  const findOne = async (filter: Parameters<typeof rows.findOne>[0]) => {
    const row = await rows.findOne(filter);
    return row && toStoredQualification(row as Stored);
  };
  return {
    find: (org_id, _id) => findOne({ org_id, _id }),
    pending: (org_id, supplier_id) => findOne({ org_id, supplier_id, outcome: 'scheduled' }),
    async list(org_id, supplier_id, { skip, limit, newestFirst }) {
      const direction = newestFirst ? -1 : 1;
      const found = await rows.find(
        { org_id, supplier_id },
        { sort: { changed_at: direction, _id: direction }, skip, limit },
      );
      return found.map((row) => toStoredQualification(row as Stored).qualification);
    },
    count: (org_id, supplier_id) => rows.count({ org_id, supplier_id }),
    async naming(org_id, id, limit) {
      const found = await Promise.all([
        rows.find({ org_id, supplier_id: id }, { limit }),
        rows.find({ org_id, documents: id }, { limit }),
      ]);
      return found.flat().map((row) => toStoredQualification(row as Stored).qualification);
    },
    insert: (qualification) => insert(rows, toRow(qualification, 1)),
    replace: ({ version }, by) => replace(rows, toRow(by, version + 1), version),
    put: (qualification) => put(rows, toRow(qualification, 1)),
  };
};
