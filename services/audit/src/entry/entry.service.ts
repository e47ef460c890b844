import { notFound, type PageOf, pageMeta, skipOf, trusted } from '@qsc/service-kit';
import type { EntryQuery } from './entry.schemas.ts';
import { type EntryCollection, entryOf, type StoredEntry } from './entry.store.ts';
import type { AuditEntry } from './entry.ts';

export type EntryService = {
  /** A page of the organisation's entries that fit the filters, newest first unless asked otherwise. */
  list(orgId: string, query: EntryQuery): Promise<PageOf<AuditEntry>>;
  /** One entry. Throws `not_found` for an unknown one and another organisation's. */
  get(orgId: string, id: string): Promise<AuditEntry>;
};

type Filter = { org_id: string } & Record<string, unknown>;

const anyOf = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : trusted({ $in: values }));

/** The filter of a query, as the database takes it. */
export const filterOf = (orgId: string, query: Partial<EntryQuery>): Filter => {
  const { entity_type, entity_id, action, user_id, has_signature, from, to } = query;
  return {
    org_id: orgId,
    ...(entity_type ? { entity_type: anyOf(entity_type) } : {}),
    ...(entity_id ? { entity_id: anyOf(entity_id) } : {}),
    ...(action ? { action: anyOf(action) } : {}),
    ...(user_id ? { 'user.id': anyOf(user_id) } : {}),
    ...(has_signature === undefined ? {} : { 'signature.signed': has_signature }),
    ...(from || to ? { timestamp: trusted({ ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) }) } : {}),
  };
};

/** The order of a list. Entries of the same millisecond stand in the order of the chain. */
export const orderOf = (sort: EntryQuery['sort']): { timestamp: 1 | -1; sequence: 1 | -1 } =>
  sort === 'timestamp' ? { timestamp: 1, sequence: 1 } : { timestamp: -1, sequence: -1 };

/** How many entries of a range were removed after their retention. */
export type RemovedBetween = (orgId: string, range: { first: number; last: number }) => Promise<number>;

/** Reads entries. */
export const makeEntryService = (entries: EntryCollection, removedBetween: RemovedBetween): EntryService => {
  const endOf = async (orgId: string, direction: 1 | -1): Promise<StoredEntry | undefined> =>
    (await entries.find({ org_id: orgId }, { sort: { sequence: direction }, limit: 1 }))[0];

  const countAll = async (orgId: string): Promise<number> => {
    const [first, last] = await Promise.all([endOf(orgId, 1), endOf(orgId, -1)]);
    if (!first || !last) return 0;
    const range = { first: first.sequence, last: last.sequence };
    return range.last - range.first + 1 - (await removedBetween(orgId, range));
  };

  // Sequence numbers have no gaps but where segments were removed, so that the whole log is counted by its ends instead of entry by entry.
  const count = (filter: Filter): Promise<number> =>
    Object.keys(filter).length === 1 ? countAll(filter.org_id) : entries.count(filter);

  return {
    async list(orgId, query) {
      const filter = filterOf(orgId, query);
      const [docs, total] = await Promise.all([
        entries.find(filter, { sort: orderOf(query.sort), skip: skipOf(query), limit: query.per_page }),
        count(filter),
      ]);
      return { data: docs.map(entryOf), meta: pageMeta(total, query) };
    },
    async get(orgId, id) {
      const doc = await entries.findOne({ _id: id, org_id: orgId });
      if (!doc) throw notFound('audit log entry', id);
      return entryOf(doc);
    },
  };
};
