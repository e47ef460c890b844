import { expect } from 'chai';
import { type Deck, makeDeck } from '../fault/deck.ts';
import type { Fault } from '../fault/fault.ts';
import { LOSSES, wipeBroker } from '../fault/losses.ts';
import { makeRandom } from '../random.ts';

describe('the deck of faults', () => {
  /** Draws so many faults, or until there is none; `comes` says whether the try of this number was met by its moment. */
  const play = (deck: Deck, count: number, comes: (fault: Fault, attempt: number) => boolean): Fault[] => {
    const drawn: Fault[] = [];
    for (let fault = deck.draw(); fault !== null; fault = deck.draw()) {
      drawn.push(fault);
      deck.settle(fault, comes(fault, drawn.length - 1));
      if (drawn.length === count) break;
    }
    return drawn;
  };
  const twentySeeds = Array.from({ length: 20 }, (_, seed) => makeRandom(seed));

  it('gives every loss before anything else', () => {
    for (const random of twentySeeds)
      expect(play(makeDeck(random), LOSSES.length, () => true)).to.have.members([...LOSSES]);
  });

  it('gives a loss again whose moment did not come, before anything else and in later rounds too', () => {
    for (const random of twentySeeds) {
      const tried = new Map<Fault, number>();
      // Of each loss, every third try alone is met by its moment.
      const comes = (fault: Fault): boolean => {
        tried.set(fault, (tried.get(fault) ?? 0) + 1);
        return !LOSSES.includes(fault) || (tried.get(fault) ?? 0) % 3 === 0;
      };
      const deck = makeDeck(random);
      const first = play(deck, LOSSES.length * 3, comes);
      expect([...new Set(first)]).to.have.members([...LOSSES]);
      play(deck, 400, comes);
      expect(tried.get(wipeBroker)).to.be.at.least(6);
    }
  });

  it('ends when the moment of a loss did not come in three tries', () => {
    for (const random of twentySeeds) {
      const drawn = play(makeDeck(random), 200, (fault) => fault !== wipeBroker);
      expect(drawn.filter((fault) => fault === wipeBroker)).to.have.length(3);
      expect(drawn).to.have.length.at.most(LOSSES.length + 2);
    }
  });

  it('does not give another fault again at once, and goes on without it', () => {
    for (const random of twentySeeds) {
      const drawn = play(makeDeck(random), 60, (fault) => LOSSES.includes(fault));
      expect(drawn).to.have.length(60);
    }
  });
});
