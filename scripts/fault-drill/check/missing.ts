import type { Document } from 'mongodb';
import type { DatabaseName } from '../mesh/drill-plan.ts';
import type { DatabaseOf } from './reading.ts';

type Place = { name: DatabaseName; collection: string };

/** The rows that are kept of other records: where the versions of those are, and where the rows. */
const READ_MODELS: readonly { of: Place; filter: Document; id: string; rows: Place }[] = [
  {
    of: { name: 'entity', collection: 'entity' },
    filter: {},
    id: '$_id',
    rows: { name: 'projector', collection: 'entity_view' },
  },
  {
    of: { name: 'entity', collection: 'entity' },
    filter: { type: 'supplier' },
    id: '$_id',
    rows: { name: 'supplier', collection: 'supplier' },
  },
  {
    // Not every version of a certificate is told of.
    of: { name: 'certificate', collection: 'certificate_history' },
    filter: {},
    id: '$certificate_id',
    rows: { name: 'supplier', collection: 'supplier_certificate' },
  },
];

const UNREAD = ['pending', 'processing'];

const HISTORIES: readonly Place[] = [
  { name: 'entity', collection: 'entity_history' },
  { name: 'certificate', collection: 'certificate_history' },
];

/** How many audit entries an organisation has. */
export const countEntries = (databaseOf: DatabaseOf, orgId: string, filter: Document = {}): Promise<number> =>
  databaseOf('audit')
    .collection('audit_entry')
    .countDocuments({ org_id: orgId, ...filter });

/** How many certificates have not been read to the end. */
export const countUnread = (databaseOf: DatabaseOf, orgId: string): Promise<number> =>
  databaseOf('certificate')
    .collection('certificate')
    .countDocuments({ org_id: orgId, 'extraction.status': { $in: UNREAD } });

/** How many audit entries and rows of read models are yet to come. */
export const countMissing = async (databaseOf: DatabaseOf, orgId: string): Promise<number> => {
  const at = ({ name, collection }: Place) => databaseOf(name).collection(collection);
  const [entered, versions, stale] = await Promise.all([
    countEntries(databaseOf, orgId, { entity_id: { $regex: '^(ent|cert)_' } }),
    Promise.all(HISTORIES.map((history) => at(history).countDocuments({ org_id: orgId }))),
    Promise.all(READ_MODELS.map((model) => countStale(databaseOf, orgId, model))),
  ]);
  return Math.max(sum(versions) - entered, 0) + sum(stale);
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

type Latest = { _id: string; version: number };

/** How many records of these a read model has in another version, or not at all. */
const countStale = async (
  databaseOf: DatabaseOf,
  orgId: string,
  { of, filter, id, rows }: (typeof READ_MODELS)[number],
): Promise<number> => {
  const latest = databaseOf(of.name)
    .collection(of.collection)
    .aggregate<Latest>([
      { $match: { org_id: orgId, ...filter } },
      { $group: { _id: id, version: { $max: '$version' } } },
    ]);
  const kept = databaseOf(rows.name).collection(rows.collection).find<Latest>({ org_id: orgId });
  const versions = new Map((await kept.toArray()).map(({ _id, version }) => [_id, version]));
  return (await latest.toArray()).filter(({ _id, version }) => versions.get(_id) !== version).length;
};
