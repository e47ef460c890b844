/** After how many new entries, or how long after the one before, a checkpoint is signed. */
export type CheckpointRule = { entries: number; seconds: number };

type Newest = { sequence: number; at: Date };

/**
 * Whether the chain that ends at the sequence number is due for a checkpoint. One without new entries never is; one without
 * a checkpoint always.
 * @param newest the newest checkpoint; null for none.
 */
export const isCheckpointDue = (
  sequence: number,
  newest: Newest | null,
  { rule, now }: { rule: CheckpointRule; now: Date },
): boolean => {
  if (!newest) return sequence > 0;
  const added = sequence - newest.sequence;
  if (added <= 0) return false;
  return added >= rule.entries || now.getTime() - newest.at.getTime() >= rule.seconds * 1_000;
};
