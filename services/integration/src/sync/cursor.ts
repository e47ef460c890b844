import type { Cursor, RemoteRecord } from '../connector/connector.ts';
import type { MappingKey } from '../link/link.ts';

/** How far a mapping was synchronised. */
export type MappingCursor = {
  id: string;
  org_id: string;
  connection_id: string;
  mapping_id: string;
  /** Everything up to here was applied or parked, by the clock of the external system. Null before the first page. */
  taken: Cursor | null;
  /** Since when deletions are requested, by the clock of the external system. */
  deletions_since: Date | null;
  /** When all keys and times were last compared. */
  swept_at: Date | null;
  /** When all records here were last looked through for those that are not there; `NEVER_COMPARED` where more is sent since. */
  scanned_at: Date | null;
  /** How many deletions the last sweep held. */
  held_deletions: number;
  version: number;
};

/** The cursor of a mapping that was never synchronised; its first write is an insert. */
export const newCursor = ({ orgId, connectionId, mappingId }: MappingKey): MappingCursor => ({
  id: `${connectionId}/${mappingId}`,
  org_id: orgId,
  connection_id: connectionId,
  mapping_id: mappingId,
  taken: null,
  deletions_since: null,
  swept_at: null,
  scanned_at: null,
  held_deletions: 0,
  version: 0,
});

export const advanceCursor = (cursor: MappingCursor, by: Partial<MappingCursor>): MappingCursor => ({
  ...cursor,
  ...by,
  version: cursor.version + 1,
});

/** Instead of a time: all links are to be compared once, since more is sent than when they were made. */
export const NEVER_COMPARED = new Date(0);

export const isToCompare = ({ scanned_at: at }: MappingCursor): boolean => at?.getTime() === NEVER_COMPARED.getTime();

const MINUTE_MS = 60_000;
/** No zone of the world is further ahead. */
const MOST_AHEAD_MS = 14 * 3_600_000;
/** A `Date` header leaves out the part of its second. */
const DATE_MS = 999;

/** Since when changes are requested: a transaction there may become visible later than its time. */
export const toSince = (taken: Cursor | null, bufferMinutes: number): Date | null =>
  taken && new Date(Date.parse(taken.modifiedAt) - bufferMinutes * MINUTE_MS);

const isLater = (one: Cursor, other: Cursor): boolean =>
  one.modifiedAt === other.modifiedAt ? one.externalId > other.externalId : one.modifiedAt > other.modifiedAt;

/**
 * The latest possible time of a change: now, by the clock there; without one, by ours in any zone of the world. It limits a
 * cursor and never advances it.
 */
export const toLatest = (there: Date | null, now: Date): Date =>
  new Date(there ? there.getTime() + DATE_MS : now.getTime() + MOST_AHEAD_MS);

/**
 * The cursor behind a page: its last record by (modifiedAt, externalId), never one before where it stood. A record with a
 * future time does not advance it, or it would hide changes until then.
 */
export const behindPage = (taken: Cursor | null, records: readonly RemoteRecord[], latest: Date): Cursor | null =>
  records.reduce<Cursor | null>((last, { modifiedAt, externalId }) => {
    if (modifiedAt === null || modifiedAt > latest.toISOString()) return last;
    const here = { modifiedAt, externalId };
    return last && !isLater(here, last) ? last : here;
  }, taken);

/** Whether the nightly comparison is due: the last one was on an earlier day (UTC). */
export const isSweepDue = ({ swept_at: swept }: MappingCursor, now: Date): boolean =>
  swept !== null && swept.toISOString().slice(0, 10) < now.toISOString().slice(0, 10);

/** The most of all records that a comparison deletes by itself. */
const SWEPT_SHARE = 0.05;

/**
 * Whether a comparison must not delete what it misses: it is more than 5 % of all, and this is no full synchronisation after as
 * many were held.
 */
export const mustHold = (
  missing: number,
  { linked, held, full }: { linked: number; held: number; full: boolean },
): boolean => missing > linked * SWEPT_SHARE && !(full && missing <= held);
