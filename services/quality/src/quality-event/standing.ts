import type { MoveSnapshot } from '@qsc/contracts/events';

/** What an event knows of its way beside its status; not shown, and no version of it. */
export type Standing = {
  /** The number of the last move of its instance that it has heard of, whether or not that changed it. */
  heard_move: number;
  /** The round of decisions that it waits for: its content stays as the approvers see it. */
  waits_for: string | null;
  /** What its workflow has required on the way, or requires of a move under way: such a field is changed, and not taken away. */
  required_fields: string[];
  /**
   * How many moves are about to end it, and until when they may be committed: nothing else changes it. Null where there is none.
   * Each was judged on the moves that it has taken: one more of those frees it, since they are refused then.
   */
  ending: { until: Date; moves: number } | null;
  /** How often this was noted: a change of the content that was decided before is decided again. */
  marks: number;
};

/** Of an event that nothing is known of yet. */
export const NO_STANDING: Standing = {
  heard_move: 0,
  waits_for: null,
  required_fields: [],
  ending: null,
  marks: 0,
};

/** Longer than a move may take until it is committed or refused (`COMMAND_MS`); what was to end and did not is free after it. */
const ENDING_MS = 30_000;

/** Whether a move is about to end the event. */
export const isEnding = ({ ending }: Standing, now: Date): boolean => ending !== null && ending.until > now;

/** The standing of an event that one more move is about to end. */
export const endingFrom = (standing: Standing, now: Date): Standing => ({
  ...standing,
  ending: {
    until: new Date(now.getTime() + ENDING_MS),
    moves: (isEnding(standing, now) ? (standing.ending?.moves ?? 0) : 0) + 1,
  },
  marks: standing.marks + 1,
});

/** The standing of an event that has taken one more move. */
export const freed = (standing: Standing): Standing => ({ ...standing, ending: null });

/** The standing where one of those moves was refused. */
export const endRefused = (standing: Standing): Standing => {
  const { ending, marks } = standing;
  if (ending === null) return standing;
  return { ...standing, ending: ending.moves > 1 ? { ...ending, moves: ending.moves - 1 } : null, marks: marks + 1 };
};

/** What a move tells of the way of its record. */
export type ToldMove = Pick<MoveSnapshot, 'number' | 'approval_id' | 'required_fields'>;

/** The standing with what is required from now on; the same one where all of it was. */
export const requiring = (standing: Standing, fields: readonly string[]): Standing => {
  const added = fields.filter((field) => !standing.required_fields.includes(field));
  if (added.length === 0) return standing;
  return { ...standing, required_fields: [...standing.required_fields, ...added], marks: standing.marks + 1 };
};

/** The standing with what a move tells; the same one where that is known. A later move tells anew what is waited for. */
export const standingAfter = (standing: Standing, { number, approval_id, required_fields }: ToldMove): Standing => {
  const required = requiring(standing, required_fields);
  if (number <= standing.heard_move) return required;
  return { ...required, heard_move: number, waits_for: approval_id, marks: standing.marks + 1 };
};
