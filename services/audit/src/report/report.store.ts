import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { checksumOf, ReportBody } from './report.ts';

/** Reports as they are stored: only ever added. `body` is the JSON that the checksum is over. */
export const reportDefinition = defineCollection({
  name: 'audit_report',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    created_at: z.date(),
    checksum: z.string(),
    body: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, created_at: -1, _id: -1 } }],
});

type StoredReport = z.infer<typeof reportDefinition.shape>;

export type ReportStore = {
  insert(orgId: string, body: ReportBody): Change;
  /** The report; null for an unknown one and another organisation's. Throws where what is stored does not fit its checksum. */
  find(orgId: string, id: string): Promise<ReportBody | null>;
};

/** The reports of the organisations. */
export const makeReportStore = (rows: Collection<StoredReport>): ReportStore => ({
  insert: (org_id, body) =>
    insert(rows, {
      _id: body.report_id,
      org_id,
      created_at: new Date(body.generated_at),
      checksum: checksumOf(body),
      body: JSON.stringify(body),
    }),
  async find(org_id, _id) {
    const stored = await rows.findOne({ org_id, _id });
    if (!stored) return null;
    const body = ReportBody.parse(JSON.parse(stored.body));
    if (checksumOf(body) !== stored.checksum) throw new Error(`The stored report ${_id} was altered.`);
    return body;
  },
});

const Verified = z.object({ at: z.date(), valid: z.boolean(), entries: z.number() });

/** What the newest recorded verification of an organisation's log found; null where none is recorded. */
export const makeLastVerification = (connection: Connection) => {
  const verifications = connection.getClient().db(connection.name).collection('audit_verification');
  return async (org_id: string): Promise<{ at: string; valid: boolean; entries: number } | null> => {
    const newest = await verifications.findOne({ org_id }, { sort: { at: -1 } });
    if (!newest) return null;
    const { at, valid, entries } = Verified.parse(newest);
    return { at: at.toISOString(), valid, entries };
  };
};

/** How many entries of a range of a chain are removed, with a signed segment in their place. */
export const makeCountRemoved = (connection: Connection) => {
  const segments = connection
    .getClient()
    .db(connection.name)
    .collection<{ org_id: string; first_sequence: number; last_sequence: number; removed_at: Date | null }>(
      'audit_segment',
    );
  return async (org_id: string, { first, last }: { first: number; last: number }): Promise<number> => {
    const overlapping = { first_sequence: { $lte: last }, last_sequence: { $gte: first } };
    const found = await segments.find({ org_id, removed_at: { $ne: null }, ...overlapping }).toArray();
    return found.reduce(
      (sum, { first_sequence, last_sequence }) =>
        sum + Math.min(last, last_sequence) - Math.max(first, first_sequence) + 1,
      0,
    );
  };
};
