import { countSkipped, notFound, trusted } from '@qsc/service-kit';
import type { EntryPage } from '../entry/entry.schemas.ts';
import { entryPageMeta } from '../entry/entry.service.ts';
import { type EntryCollection, toEntry } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import type { CountEntries, EntryFilter } from '../entry/entry-count.ts';
import { type Trail, type TrailEnds, toTrail } from './trail.ts';

export type TrailPage = { data: Trail; meta: EntryPage['meta'] };

export type TrailService = {
  /** The trail of a record, deleted ones included. Throws `not_found` for a record without entries. */
  get(orgId: string, entityId: string, paging: { page: number; per_page: number }): Promise<TrailPage>;
};

type Parts = { entries: EntryCollection; count: CountEntries };

/** Reads the trails of records, in the order of the chain. */
export const makeTrailService = ({ entries, count }: Parts): TrailService => {
  const end = async (filter: EntryFilter, direction: 1 | -1): Promise<AuditEntry | null> => {
    const [doc] = await entries.find(filter, { sort: { sequence: direction }, limit: 1 });
    return doc ? toEntry(doc) : null;
  };

  const readEnds = async (record: EntryFilter): Promise<TrailEnds | null> => {
    const [newest, created, versioned] = await Promise.all([
      end(record, -1),
      end({ ...record, action: 'create' }, 1),
      end({ ...record, entity_version: trusted({ $ne: null }) }, -1),
    ]);
    return newest && { newest, created, versioned };
  };

  return {
    async get(orgId, entityId, paging) {
      const record = { org_id: orgId, entity_id: entityId };
      const page = { sort: { sequence: -1 }, skip: countSkipped(paging), limit: paging.per_page } as const;
      const [ends, docs, total] = await Promise.all([readEnds(record), entries.find(record, page), count(record)]);
      if (!ends) throw notFound('record with an audit trail', entityId);
      return { data: toTrail(ends, docs.map(toEntry)), meta: entryPageMeta(total, paging) };
    },
  };
};
