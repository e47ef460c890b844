import { dayAfter, type LocalTime, toDay } from '@qsc/contracts';
import type { CertificateCollection } from './certificate.store.ts';
import { CERTIFICATE_STATUSES, type CertificateStatus, EXPIRING_DAYS } from './certificate.ts';

export type ExpirySummary = {
  total: number;
  by_status: Record<CertificateStatus, number>;
  expiring_by_period: Record<'30_days' | '60_days' | '90_days', number>;
  by_type: Record<string, { total: number; expiring_soon: number }>;
};

export type SummarizeExpiry = (orgId: string, at: LocalTime) => Promise<ExpirySummary>;

const PERIODS = [30, 60, 90] as const;

type Row = { _id: { type: string; status: CertificateStatus; period: (typeof PERIODS)[number] | null }; count: number };

/** The value of the first case that holds. */
const firstCase = (cases: readonly (readonly [when: unknown, value: unknown])[], fallback: unknown): unknown =>
  cases.reduceRight<unknown>((rest, [when, value]) => ({ $cond: [when, value, rest] }), fallback);

const statusFor = (at: LocalTime) =>
  firstCase(
    [
      [{ $ne: ['$phase', 'approved'] }, '$phase'],
      [{ $lt: ['$expiry_key', toDay(at)] }, 'expired'],
      [{ $lte: ['$expiry_key', dayAfter(at, EXPIRING_DAYS)] }, 'expiring_soon'],
    ],
    'valid',
  );

/** The shortest of the periods that a certificate in force expires in. */
const periodFor = (at: LocalTime) =>
  firstCase(
    [
      [{ $ne: ['$phase', 'approved'] }, null],
      [{ $lt: ['$expiry_key', toDay(at)] }, null],
      ...PERIODS.map((days) => [{ $lte: ['$expiry_key', dayAfter(at, days)] }, { $literal: days }] as const),
    ],
    null,
  );

const sumRows = (rows: readonly Row[], counts: (row: Row['_id']) => boolean): number =>
  rows.reduce((sum, { _id, count }) => sum + (counts(_id) ? count : 0), 0);

const toSummary = (rows: readonly Row[]): ExpirySummary => {
  const within = (days: number) => sumRows(rows, ({ period }) => period !== null && period <= days);
  const types = [...new Set(rows.map(({ _id }) => _id.type))].sort();
  return {
    total: sumRows(rows, () => true),
    by_status: Object.fromEntries(
      CERTIFICATE_STATUSES.map((status) => [status, sumRows(rows, (row) => row.status === status)]),
    ) as ExpirySummary['by_status'],
    expiring_by_period: { '30_days': within(30), '60_days': within(60), '90_days': within(90) },
    by_type: Object.fromEntries(
      types.map((type) => [
        type,
        {
          total: sumRows(rows, (row) => row.type === type),
          expiring_soon: sumRows(rows, (row) => row.type === type && row.status === 'expiring_soon'),
        },
      ]),
    ),
  };
};

/** Counts certificates by state, type and time left, in one aggregation over the keys of an index. */
export const makeSummarizeExpiry =
  ({ model }: CertificateCollection): SummarizeExpiry =>
  async (org_id, at) =>
    toSummary(
      await model
        .aggregate<Row>([
          { $match: { org_id } },
          {
            $group: {
              _id: { type: '$type', status: statusFor(at), period: periodFor(at) },
              count: { $sum: 1 },
            },
          },
        ])
        .hint({ org_id: 1, phase: 1, expiry_key: 1, _id: 1, type: 1 })
        .exec(),
    );
