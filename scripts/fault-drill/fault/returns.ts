/** What the broker has given back since no queue takes it. */
export type Returns = {
  ids: ReadonlySet<string>;
  /** Notes the id of an event that was given back. Answers whether it counts. */
  note(id: string): boolean;
  /** Resolves when some events were given back time after time, since they are sent until a queue takes them, or at the end. */
  again: Promise<void>;
  end(): void;
};

/** A connection that dies between a return and its confirm has an event sent again too, so one that is sent twice shows nothing. */
const SENT_AGAIN = { events: 5, times: 4 };

/** `evt_` and the milliseconds of the ULID. */
const TIME_LENGTH = 14;
const timeOf = (eventId: string): string => eventId.slice(0, TIME_LENGTH);

/**
 * Counts events that are given back. Those alone that were made after `last`: an older one may have been confirmed by the broker
 * that was there before, honestly, and is given back by the new one when another replica, or the same, sends it once more.
 */
export const makeReturns = (last: string): Returns => {
  const times = new Map<string, number>();
  const ids = new Set<string>();
  const again = Promise.withResolvers<void>();
  return {
    ids,
    note(id) {
      if (timeOf(id) <= timeOf(last)) return false;
      ids.add(id);
      times.set(id, (times.get(id) ?? 0) + 1);
      const sentAgain = [...times.values()].filter((count) => count >= SENT_AGAIN.times);
      if (sentAgain.length >= SENT_AGAIN.events) again.resolve();
      return true;
    },
    again: again.promise,
    end: again.resolve,
  };
};
