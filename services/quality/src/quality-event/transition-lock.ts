import type { TransitionSnapshot } from '@qsc/contracts/events';

/** What restricts changes of an event because of its workflow. It is not shown, and changing it is no new version. */
export type TransitionLock = {
  /** The number of the last known transition of its instance, whether or not that changed the event. */
  last_transition: number;
  /** The approval that it waits for; its content does not change until the decision. */
  awaiting_approval: string | null;
  /** Fields that its workflow has required. They can be changed, and not removed. */
  required_fields: string[];
  /**
   * The number of transitions that are about to be committed, and until when; nothing else changes the event. Each was decided
   * on the transitions applied so far, so that applying another one removes the reservation.
   */
  reservation: { until: Date; transitions: number } | null;
  /** Rises with each change of the lock: a change of the content that was decided on another revision is decided again. */
  revision: number;
};

/** The lock of a new event. */
export const UNLOCKED: TransitionLock = {
  last_transition: 0,
  awaiting_approval: null,
  required_fields: [],
  reservation: null,
  revision: 0,
};

/**
 * Longer than a transition takes until it is committed or refused (`COMMAND_MS`). A reservation without a transition ends after
 * it.
 */
const RESERVATION_MS = 30_000;

/** Whether the event is reserved for a transition. */
export const isReserved = ({ reservation }: TransitionLock, now: Date): boolean =>
  reservation !== null && reservation.until > now;

/** The lock with a reservation for one more transition. */
export const reserved = (lock: TransitionLock, now: Date): TransitionLock => ({
  ...lock,
  reservation: {
    until: new Date(now.getTime() + RESERVATION_MS),
    transitions: (isReserved(lock, now) ? (lock.reservation?.transitions ?? 0) : 0) + 1,
  },
  revision: lock.revision + 1,
});

/** The lock after a transition was applied. */
export const withoutReservation = (lock: TransitionLock): TransitionLock => ({ ...lock, reservation: null });

/** The lock after one of the reserved transitions was refused. */
export const released = (lock: TransitionLock): TransitionLock => {
  const { reservation, revision } = lock;
  if (reservation === null) return lock;
  return {
    ...lock,
    reservation: reservation.transitions > 1 ? { ...reservation, transitions: reservation.transitions - 1 } : null,
    revision: revision + 1,
  };
};

/** The part of a transition that changes the lock. */
export type LockUpdate = Pick<TransitionSnapshot, 'number' | 'approval_id' | 'required_fields'>;

/** The lock with more required fields; the same object where all of them were required before. */
export const requiringFields = (lock: TransitionLock, fields: readonly string[]): TransitionLock => {
  const added = fields.filter((field) => !lock.required_fields.includes(field));
  if (added.length === 0) return lock;
  return { ...lock, required_fields: [...lock.required_fields, ...added], revision: lock.revision + 1 };
};

/**
 * The lock after a transition; the same object where the transition is known. A later transition replaces the awaited approval.
 */
export const lockAfter = (
  lock: TransitionLock,
  { number, approval_id, required_fields }: LockUpdate,
): TransitionLock => {
  const required = requiringFields(lock, required_fields);
  if (number <= lock.last_transition) return required;
  return { ...required, last_transition: number, awaiting_approval: approval_id, revision: lock.revision + 1 };
};
