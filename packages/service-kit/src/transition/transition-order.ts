import type { TransitionSnapshot } from '@qsc/contracts/events';

/** Why a transition is refused that its record's owner checked before another one: `details.reason` of the `conflict`. */
export const MOVED_SINCE = 'moved';

type Known = {
  /** How many transitions the record has applied. */
  applied: number;
  /** The transitions of the record after the one of that number, as workflow has them, in their order. */
  listAfter: (applied: number) => Promise<TransitionSnapshot[]>;
};

/**
 * The transitions that a record applies now, in their order, each once: none when it has applied this one, this one when it
 * is the next, else those between and this one. Throws what `listAfter` throws, and where a transition is missing there too.
 */
export const transitionsToApply = async (
  transition: TransitionSnapshot,
  { applied, listAfter }: Known,
): Promise<TransitionSnapshot[]> => {
  const number = transition.record_move;
  if (number === null || number <= applied) return [];
  if (number === applied + 1) return [transition];
  const listed = (await listAfter(applied)).filter(({ record_move }) => (record_move ?? 0) > applied);
  for (const [index, { record_move }] of listed.entries())
    if (record_move !== applied + 1 + index) throw missing(transition, applied + 1 + index);
  if (listed.length < number - applied) throw missing(transition, applied + listed.length + 1);
  return listed;
};

const missing = ({ record_id }: TransitionSnapshot, number: number): Error =>
  new Error(`The workflow service does not know move ${number} of ${record_id}, though a later one has come.`);
