import { anyOf, countSkipped, notFound, type Page, pageMeta, trusted } from '@qsc/service-kit';
import type { EntryPage, EntryQuery } from './entry.schemas.ts';
import { BY_SIGNATURE, type EntryCollection, toEntry } from './entry.store.ts';
import type { AuditEntry } from './entry.ts';
import { type Count, type CountEntries, DEPTH, type EntryFilter } from './entry-count.ts';

export type EntryService = {
  /** A page of the organisation's entries that match the filters, newest first by default. */
  list(orgId: string, query: EntryQuery): Promise<EntryPage>;
  /** One entry. Throws `not_found` for an unknown one and another organisation's. */
  get(orgId: string, id: string): Promise<AuditEntry>;
};

type Parts = { entries: EntryCollection; count: CountEntries };

type Paged = { page: number; per_page: number };

/** The filter of a query, as the database takes it. */
export const buildFilter = (orgId: string, query: Partial<EntryQuery>): EntryFilter => {
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

/** The order of a list. Entries of the same millisecond are in the order of the chain. */
export const toOrder = (sort: EntryQuery['sort']): { timestamp: 1 | -1; sequence: 1 | -1 } =>
  sort === 'timestamp' ? { timestamp: 1, sequence: 1 } : { timestamp: -1, sequence: -1 };

const BY_RECORD = { org_id: 1, entity_id: 1, timestamp: -1, sequence: -1 } as const;

/**
 * How the database reads the page of a query. A filter by record names its index, since MongoDB would sometimes choose that of
 * trails and sort. For signed entries, the hint avoids trying all indexes.
 */
export const toPage = (query: EntryQuery): Pick<Page, 'sort' | 'skip' | 'limit'> & Partial<Page> => ({
  sort: toOrder(query.sort),
  skip: countSkipped(query),
  limit: query.per_page,
  ...toHint(query),
});

const toHint = ({ entity_id, has_signature }: EntryQuery): Partial<Pick<Page, 'hint'>> => {
  if (entity_id) return { hint: BY_RECORD };
  return has_signature ? { hint: BY_SIGNATURE } : {};
};

/** The meta of a page. Pages are there as deep as matches are counted. */
export const entryPageMeta = ({ total, isMinimum }: Count, query: Paged): EntryPage['meta'] => ({
  ...pageMeta(total, query),
  total_pages: Math.ceil(Math.min(total, DEPTH) / query.per_page),
  ...(isMinimum ? { total_is_minimum: true } : {}),
});

/** Reads entries. */
export const makeEntryService = ({ entries, count }: Parts): EntryService => {
  /** A page that is not full is the last one: then nothing need be counted. */
  const countFor = async (filter: EntryFilter, query: EntryQuery, shown: number): Promise<Count> => {
    const isLast = shown < query.per_page && (shown > 0 || query.page === 1);
    return isLast ? { total: countSkipped(query) + shown, isMinimum: false } : count(filter);
  };

  return {
    async list(orgId, query) {
      const filter = buildFilter(orgId, query);
      const docs = await entries.find(filter, toPage(query));
      return { data: docs.map(toEntry), meta: entryPageMeta(await countFor(filter, query, docs.length), query) };
    },
    async get(orgId, id) {
      const doc = await entries.findOne({ _id: id, org_id: orgId });
      if (!doc) throw notFound('audit log entry', id);
      return toEntry(doc);
    },
  };
};
