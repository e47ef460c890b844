import type { MoveSnapshot } from '@qsc/contracts/events';

/** Why a move is refused that its record's owner judged before another one: `details.reason` of the `conflict`. */
export const MOVED_SINCE = 'moved';

type Known = {
  /** How many moves the record has taken. */
  taken: number;
  /** The moves of the record after the one of that number, as workflow has them, in their order. */
  listAfter: (taken: number) => Promise<MoveSnapshot[]>;
};

/**
 * The moves that a record takes now, in their order, so that each comes once: none when it has taken this one, this one when it
 * is the next, else those between and this one. Throws what `listAfter` throws, and where a move is missing there too.
 */
export const movesToTake = async (move: MoveSnapshot, { taken, listAfter }: Known): Promise<MoveSnapshot[]> => {
  const number = move.record_move;
  if (number === null || number <= taken) return [];
  if (number === taken + 1) return [move];
  const listed = (await listAfter(taken)).filter(({ record_move }) => (record_move ?? 0) > taken);
  for (const [index, { record_move }] of listed.entries())
    if (record_move !== taken + 1 + index) throw missing(move, taken + 1 + index);
  if (listed.length < number - taken) throw missing(move, taken + listed.length + 1);
  return listed;
};

const missing = ({ record_id }: MoveSnapshot, number: number): Error =>
  new Error(`The workflow service does not know move ${number} of ${record_id}, though a later one has come.`);
