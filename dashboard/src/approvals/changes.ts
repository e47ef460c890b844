import type { AuditEntry } from '../ui/trail-entry.tsx';

/** What became of a field since the last signature: its value then, and its value now. */
export type FieldChange = { path: string; from: unknown; to: unknown };

export type SinceSigned = {
  /** The newest signed entry; null where nobody has signed yet. */
  signed: AuditEntry | null;
  changes: FieldChange[];
  /** Whether the trail reaches back to the signature, or to the beginning where there is none. */
  isComplete: boolean;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Moves of state leave a signature valid, so they are no changes of what was signed. */
const isContent = (path: string): boolean => path !== 'status';

/**
 * The changes of content since the last signature, one for each field, out of the newest entries of a trail, the
 * newest first, which has `total` of them.
 */
export const changesSinceSigned = (entries: readonly AuditEntry[], total: number): SinceSigned => {
  const at = entries.findIndex(({ signature, action }) => signature?.signed && action !== 'reject');
  const later = (at === -1 ? entries.filter(({ action }) => action !== 'create') : entries.slice(0, at)).toReversed();
  const found = new Map<string, FieldChange>();
  for (const { changes } of later)
    for (const [path, { from, to }] of Object.entries(changes ?? {}))
      if (isContent(path)) found.set(path, { path, from: found.has(path) ? found.get(path)?.from : from, to });
  return {
    isComplete: at !== -1 || entries.length >= total,
    signed: at === -1 ? null : (entries[at] ?? null),
    changes: [...found.values()].filter(({ from, to }) => !same(from, to)),
  };
};
