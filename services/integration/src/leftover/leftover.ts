import type { Connection } from '../connection/connection.ts';

/** What served the synchronisation of mappings, or of a whole connection, that are not there any more: it is to be removed. */
export type Leftover = {
  id: string;
  org_id: string;
  connection_id: string;
  /** Null: of the whole connection. */
  mapping_ids: readonly string[] | null;
  since: Date;
  version: number;
};

/**
 * For so long after the act it is looked for: a synchronisation that was under way commits what its page has written, and an
 * event that was heard before makes a link.
 */
const LOOKED_FOR_MS = 3_600_000;

/** What a change of a connection leaves behind; null where it leaves nothing. `after` null: the connection was removed. */
export const leftBehind = (before: Connection, after: Connection | null, now: Date): Leftover | null => {
  const kept = new Set(after?.mappings.map(({ id }) => id));
  const dropped = before.mappings.map(({ id }) => id).filter((id) => !kept.has(id));
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

/** Whether nothing of it can come any more. */
export const isOver = ({ since }: Leftover, now: Date): boolean => now.getTime() - since.getTime() > LOOKED_FOR_MS;
