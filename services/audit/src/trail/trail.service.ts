import { type Call, countSkipped, notFound, trusted } from '@qsc/service-kit';
import type { EntryPage } from '../entry/entry.schemas.ts';
import { entryPageMeta } from '../entry/entry.service.ts';
import { type EntryCollection, toEntry } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import type { CountEntries, EntryFilter } from '../entry/entry-count.ts';
import type { UnreviewedQuery } from '../review/unreviewed.query.ts';
import { type Trail, type TrailEnds, toItem, toTrail } from './trail.ts';

export type TrailPage = { data: Trail; meta: EntryPage['meta'] };

export type TrailService = {
  /** The trail of a record, deleted ones included. Throws `not_found` for a record without entries. */
  get(orgId: string, entityId: string, paging: Paging): Promise<TrailPage>;
  /** What the caller has not reviewed of it, the most serious risks first. Throws as `get` does. */
  listUnreviewed(entityId: string, paging: Paging, call: Pick<Call, 'actor' | 'zone'>): Promise<TrailPage>;
};

type Paging = { page: number; per_page: number };

type Parts = { entries: EntryCollection; count: CountEntries; unreviewed: Pick<UnreviewedQuery, 'list'> };

/** Reads the trails of records, in the order of the chain. */
export const makeTrailService = ({ entries, count, unreviewed }: Parts): TrailService => {
  const end = async (filter: EntryFilter, direction: 1 | -1): Promise<AuditEntry | null> => {
    const [doc] = await entries.find(filter, { sort: { sequence: direction }, limit: 1 });
    return doc ? toEntry(doc) : null;
  };

  const readEnds = async (record: EntryFilter & { entity_id: string }): Promise<TrailEnds> => {
    const [newest, created, versioned] = await Promise.all([
      end(record, -1),
      end({ ...record, action: 'create' }, 1),
      end({ ...record, entity_version: trusted({ $ne: null }) }, -1),
    ]);
    if (!newest) throw notFound('record with an audit trail', record.entity_id);
    return { newest, created, versioned };
  };

  return {
    async get(orgId, entityId, paging) {
      const record = { org_id: orgId, entity_id: entityId };
      const page = { sort: { sequence: -1 }, skip: countSkipped(paging), limit: paging.per_page } as const;
      const [ends, docs, total] = await Promise.all([readEnds(record), entries.find(record, page), count(record)]);
      const history = docs.map((doc) => toItem(toEntry(doc)));
      return { data: toTrail(ends, history), meta: entryPageMeta(total, paging) };
    },

    async listUnreviewed(entityId, paging, { actor: { org_id, id }, zone }) {
      const [ends, found] = await Promise.all([
        readEnds({ org_id, entity_id: entityId }),
        unreviewed.list(org_id, { recordId: entityId, userId: id }, zone),
      ]);
      const skip = countSkipped(paging);
      const shown = found.entries.slice(skip, skip + paging.per_page);
      const history = shown.map(({ entry, risks }) => ({ ...toItem(entry), risks }));
      return { data: toTrail(ends, history), meta: entryPageMeta({ total: found.total, isMinimum: false }, paging) };
    },
  };
};
