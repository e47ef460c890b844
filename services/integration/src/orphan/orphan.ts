import type { Connection } from '../connection/connection.ts';

/** A removed connection, or removed mappings of one, whose rows are to be removed. */
export type Orphan = {
  id: string;
  org_id: string;
  connection_id: string;
  /** Null: of the whole connection. */
  mapping_ids: readonly string[] | null;
  since: Date;
  version: number;
};

/**
 * How long orphans are looked for: a synchronisation that was running still commits its page, and an event that was received
 * before makes a link.
 */
const SEARCH_MS = 3_600_000;

/** The orphans of a change of a connection; null where there are none. `after` null: the connection was removed. */
export const toOrphan = (before: Connection, after: Connection | null, now: Date): Orphan | null => {
  const remaining = new Set(after?.mappings.map(({ id }) => id));
  const dropped = before.mappings.map(({ id }) => id).filter((id) => !remaining.has(id));
  if (after && dropped.length === 0) return null;
  return {
    id: `${before.id}/${before.version}`,
    org_id: before.org_id,
    connection_id: before.id,
    mapping_ids: after && dropped,
    since: now,
    version: 1,
  };
};

/** Whether no further rows can come. */
export const isOver = ({ since }: Orphan, now: Date): boolean => now.getTime() - since.getTime() > SEARCH_MS;
