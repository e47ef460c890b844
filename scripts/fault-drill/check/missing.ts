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
    // Not every version of a certificate is audited.
    of: { name: 'certificate', collection: 'certificate_history' },
    filter: {},
    id: '$certificate_id',
    rows: { name: 'supplier', collection: 'supplier_certificate' },
  },
  {
    of: { name: 'quality', collection: 'quality_event' },
    filter: {},
    id: '$_id',
    rows: { name: 'supplier', collection: 'supplier_quality_event' },
  },
];

const UNREAD = ['pending', 'processing'];

const HISTORIES: readonly Place[] = [
  { name: 'entity', collection: 'entity_history' },
  { name: 'certificate', collection: 'certificate_history' },
];

/** How many audit entries an organisation has. */
export const countEntries = (toDatabase: DatabaseOf, orgId: string, filter: Document = {}): Promise<number> =>
  toDatabase('audit')
    .collection('audit_entry')
    .countDocuments({ org_id: orgId, ...filter });

/** How many certificates have not been read to the end. */
export const countUnread = (toDatabase: DatabaseOf, orgId: string): Promise<number> =>
  toDatabase('certificate')
    .collection('certificate')
    .countDocuments({ org_id: orgId, 'extraction.status': { $in: UNREAD } });

/** How many audit entries, rows of read models and deliveries are yet to come. */
export const countMissing = async (toDatabase: DatabaseOf, orgId: string): Promise<number> => {
  const at = ({ name, collection }: Place) => toDatabase(name).collection(collection);
  const [entered, versions, told, stale, undelivered] = await Promise.all([
    countEntries(toDatabase, orgId, { entity_id: { $regex: '^(ent|cert|qe)_' } }),
    Promise.all(HISTORIES.map((history) => at(history).countDocuments({ org_id: orgId }))),
    countQuality(toDatabase, orgId),
    Promise.all(READ_MODELS.map((model) => countStale(toDatabase, orgId, model))),
    countUndelivered(toDatabase, orgId),
  ]);
  return Math.max(sum(versions) + told.due - entered, 0) + told.untaken + sum(stale) + undelivered;
};

/** How many audit entries of quality events, and how many transitions and beginnings of workflows are yet to be taken. */
const countQuality = async (toDatabase: DatabaseOf, orgId: string): Promise<{ due: number; untaken: number }> => {
  const filter = { org_id: orgId };
  const events = toDatabase('quality').collection('quality_event');
  const found = await events.find(filter).project<Taken>({ version: 1, last_transition_id: 1 }).toArray();
  const workflow = toDatabase('workflow');
  const [instances, still] = await Promise.all([
    workflow
      .collection('workflow_instance')
      .find({ ...filter, current: true, record_id: QUALITY_EVENT })
      .project<{ record_id: string; last_transition_id: string | null }>({ record_id: 1, last_transition_id: 1 })
      .toArray(),
    workflow.collection('workflow_transition').countDocuments({ ...filter, changed: false, number: { $gt: 0 } }),
  ]);
  const last = new Map(instances.map(({ record_id, last_transition_id }) => [record_id, last_transition_id]));
  return {
    due: sum(found.map(({ version }) => version)) + still,
    untaken: found.filter(({ _id, last_transition_id }) => last.get(_id) !== last_transition_id).length,
  };
};

type Taken = { _id: string; version: number; last_transition_id: string | null };

const QUALITY_EVENT = { $regex: '^qe_' };

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

type Latest = { _id: string; version: number };

/** How many records of these a read model has in another version, or not at all. */
const countStale = async (
  toDatabase: DatabaseOf,
  orgId: string,
  { of, filter, id, rows }: (typeof READ_MODELS)[number],
): Promise<number> => {
  const latest = toDatabase(of.name)
    .collection(of.collection)
    .aggregate<Latest>([
      { $match: { org_id: orgId, ...filter } },
      { $group: { _id: id, version: { $max: '$version' } } },
    ]);
  const kept = toDatabase(rows.name).collection(rows.collection).find<Latest>({ org_id: orgId });
  const versions = new Map((await kept.toArray()).map(({ _id, version }) => [_id, version]));
  return (await latest.toArray()).filter(({ _id, version }) => versions.get(_id) !== version).length;
};

/** How many deliveries to webhooks have not ended. */
export const countPending = (toDatabase: DatabaseOf, orgId: string): Promise<number> =>
  toDatabase('webhook').collection('delivery').countDocuments({ org_id: orgId, status: 'pending' });

/** How many audit entries no delivery was made of yet, over all webhooks. */
const countUndelivered = async (toDatabase: DatabaseOf, orgId: string): Promise<number> => {
  const webhooks = await toDatabase('webhook').collection('webhook').find({ org_id: orgId }).toArray();
  const counts = await Promise.all(
    webhooks.map(async ({ _id, created_at }) => {
      const due = await countEntries(toDatabase, orgId, { timestamp: { $gt: created_at } });
      const filter = { org_id: orgId, webhook_id: _id };
      return Math.max(due - (await toDatabase('webhook').collection('delivery').countDocuments(filter)), 0);
    }),
  );
  return sum(counts);
};
