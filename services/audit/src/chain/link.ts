import { canonicalHash } from '@qsc/service-kit/pure';
import type { AuditEntry, Head } from '../entry/entry.ts';

/**
 * How a chain is broken. `missing`: no entry has the sequence number. `duplicate`: two have it, or one was inserted beside the
 * numbered ones (reported as 0 where it has no number). `content_changed`: the content is not what was hashed. `out_of_order`:
 * neither content nor predecessor fit, as when entries change places. `link_broken`: the entry fits its own hash and not the
 * one before it, which was replaced. `truncated` and `checkpoint_mismatch`: the chain no longer has the entry of a checkpoint.
 */
export const BREAK_REASONS = [
  'missing',
  'duplicate',
  'content_changed',
  'out_of_order',
  'link_broken',
  'truncated',
  'checkpoint_mismatch',
] as const;

export type Break = { sequence: number; id: string | null; reason: (typeof BREAK_REASONS)[number] };

/** An entry as it was found; `entry` is null when the stored document cannot be read as one. */
export type Found = { id: string; sequence: number; entry: AuditEntry | null };

/** Whether the entry's content is what was hashed. */
export const fitsItsHash = (entry: AuditEntry): boolean => {
  const { hash, ...content } = entry;
  return canonicalHash(content) === hash;
};

/** What is wrong with an entry by itself, or null. */
export const contentBreak = ({ id, sequence, entry }: Found): Break | null =>
  entry && fitsItsHash(entry) ? null : { sequence, id, reason: 'content_changed' };

/** An entry beside those of a chain: MongoDB has room between two whole numbers, before the first and behind the last. */
export const pushedIn = ({ id, sequence }: Pick<Found, 'id' | 'sequence'>): Break => ({
  sequence: Number.isSafeInteger(Math.floor(sequence)) ? Math.floor(sequence) : 0,
  id,
  reason: 'duplicate',
});

/** What is wrong with the entry found next after the head, or null. */
export const breakAfter = (head: Head, found: Found): Break | null => {
  const { id, sequence, entry } = found;
  const expected = head.sequence + 1;
  if (!Number.isInteger(sequence) || sequence < expected) return pushedIn(found);
  if (sequence > expected) return { sequence: expected, id: null, reason: 'missing' };
  const isLinked = entry?.previous_hash === head.hash;
  const changed = contentBreak(found);
  if (changed) return isLinked || !entry ? changed : { sequence, id, reason: 'out_of_order' };
  return isLinked ? null : { sequence, id, reason: 'link_broken' };
};
