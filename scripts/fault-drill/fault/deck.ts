import type { Random } from '../random.ts';
import type { Fault } from './fault.ts';
import { LOSSES } from './losses.ts';
import { PLAIN_FAULTS } from './plain-faults.ts';
import { TARGETED_FAULTS } from './targeted-faults.ts';

/** Decides which fault is next. What the broker loses comes first, and every kind before one comes again. */
export type Deck = {
  /** The next fault. Null when the moment of a loss did not come in three tries, since no drill passes without it. */
  draw(): Fault | null;
  /** Takes whether the fault that was drawn came. A loss that did not goes back into the deck. */
  settle(fault: Fault, came: boolean): void;
};

const TRIES_PER_LOSS = 3;

export const makeDeck = (random: Random): Deck => {
  let deck: Fault[] = [...LOSSES];
  const misses = new Map<Fault, number>();
  return {
    draw() {
      if ([...misses.values()].some((count) => count >= TRIES_PER_LOSS)) return null;
      // Moments that can be aimed at come twice as often as those that cannot.
      if (deck.length === 0) deck = [...PLAIN_FAULTS, ...LOSSES, ...TARGETED_FAULTS, ...TARGETED_FAULTS];
      const fault = random.pick(deck);
      deck.splice(deck.indexOf(fault), 1);
      return fault;
    },
    settle(fault, came) {
      if (came) misses.delete(fault);
      else if (LOSSES.includes(fault)) {
        misses.set(fault, (misses.get(fault) ?? 0) + 1);
        deck.push(fault);
      }
    },
  };
};
