import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { verificationDefinition } from '../chain/verification.store.ts';
import { removalDefinition, segmentDefinition } from '../segment/segment.store.ts';
import { computeChecksum, ReportBody } from './report.ts';

/** Reports. Rows are only added. `body` is the JSON of the checksum. */
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
  /**
   * The report; null for an unknown one and another organisation's. Throws where the stored report does not fit its checksum.
   */
  find(orgId: string, id: string): Promise<ReportBody | null>;
};

/** The reports of the organisations. */
export const makeReportStore = (rows: Collection<StoredReport>): ReportStore => ({
  insert: (org_id, body) =>
    insert(rows, {
      _id: body.report_id,
      org_id,
      created_at: new Date(body.generated_at),
      checksum: computeChecksum(body),
      body: JSON.stringify(body),
    }),
  async find(org_id, _id) {
    const stored = await rows.findOne({ org_id, _id });
    if (!stored) return null;
    const body = ReportBody.parse(JSON.parse(stored.body));
    if (computeChecksum(body) !== stored.checksum) throw new Error(`The stored report ${_id} was altered.`);
    return body;
  },
});

const Verified = z.object({ at: z.date(), valid: z.boolean(), entries: z.number() });

/** The result of the newest verification of an organisation's log; null where there is none. */
export const makeLastVerification = (connection: Connection) => {
  const verifications = connection.getClient().db(connection.name).collection(verificationDefinition.name);
  return async (org_id: string): Promise<{ at: string; valid: boolean; entries: number } | null> => {
    const newest = await verifications.findOne({ org_id }, { sort: { at: -1 } });
    if (!newest) return null;
    const { at, valid, entries } = Verified.parse(newest);
    return { at: at.toISOString(), valid, entries };
  };
};

/** The latest recording time of removed entries of an organisation, for which signed segments exist; null for none. */
export const makeRemovedUntil = (connection: Connection) => {
  const database = connection.getClient().db(connection.name);
  const removals = database.collection<{ _id: string }>(removalDefinition.name);
  const segments = database.collection<{ _id: string; last_recorded_at: Date }>(segmentDefinition.name);
  return async (org_id: string): Promise<Date | null> => {
    const removed = await removals.find({ org_id }).project<{ _id: string }>({ _id: 1 }).toArray();
    const ids = removed.map(({ _id }) => _id);
    const newest = await segments.findOne({ org_id, _id: { $in: ids } }, { sort: { last_recorded_at: -1 } });
    return newest?.last_recorded_at ?? null;
  };
};
