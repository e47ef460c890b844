import { middleY } from '../../measure.ts';
import type { Word } from '../../page.ts';

const SHELF = 24;

/** Runs of words that may still grow, kept by height so that a word meets only those beside it. */
export const makeShelves = () => {
  const shelves = new Map<number, Word[][]>();
  const toShelf = (word: Word): number => Math.floor(middleY(word) / SHELF);
  return {
    near: (word: Word): Word[][] => [-1, 0, 1].flatMap((step) => shelves.get(toShelf(word) + step) ?? []),
    add: (run: Word[], word: Word): void => {
      const shelf = toShelf(word);
      shelves.set(shelf, [...(shelves.get(shelf) ?? []), run]);
    },
  };
};
