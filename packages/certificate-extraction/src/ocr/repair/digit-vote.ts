import type { Box } from '../../page.ts';
import type { RecognizedWord } from '../look/recognizer.ts';
import type { Component } from '../pixel/component.ts';
import type { Gray } from '../pixel/gray.ts';
import type { InkIndex } from './repair-word.ts';

/** A figure of a word with the shape of its ink. */
type Figure = { word: number; letter: number; text: string; shape: Float32Array; ratio: number };

const WIDE = 10;
const HIGH = 16;
/** Of one figure at most so many shapes vote. */
const VOTERS = 60;
/** Of the nearest shapes so many must say the same, and no more than so many what was read. */
const NEAREST = 7;
const PARTY = 5;
const MOST_OWN = 2;
/** A figure is outvoted only where so many others were read as it was and the winner's shapes are nearer by this factor. */
const LEAST_CLASS = 12;
const NEARER = 0.85;
/** Where less of the nearest than this say what was read, the figure is in doubt. */
const LEAST_OWN = 3;
/** How far apart shapes of one figure may be, and how much of its height its width may stray. */
const FARTHEST = 0.035;
const RATIO = 0.15;
const ROUNDS = 2;
/** A word that was outvoted is not surer than the first, one in doubt not surer than the second. */
const OUTVOTED = 0.91;
const DOUBTED = 0.8;

/**
 * Sets right figures whose ink looks like another figure of the same page: recognition guesses by what stands around, but
 * on one page the same figure looks the same. Takes the words of a page in pixels of `picture`.
 */
export function outvoteDigits(words: readonly RecognizedWord[], picture: Gray, inkAt: InkIndex): RecognizedWord[] {
  const figures = words.flatMap((word, at) => readFigures(word, at, { picture, inkAt }));
  const voters = selectVoters(figures, words);
  const read = figures.map(({ text }) => text);
  const doubted = new Set<number>();
  for (let round = 1; round <= ROUNDS; round++) {
    const votes = figures.map((figure) => voteOn(figure, voters));
    votes.forEach((vote, at) => {
      const figure = figures[at] as Figure;
      if (vote === 'doubt' && round === ROUNDS) doubted.add(figure.word);
      else if (vote !== null && vote !== 'doubt') figure.text = vote;
    });
  }
  const changed = figures.filter(({ text }, at) => text !== read[at]);
  return words.map((word, at) => {
    const settled = withDigits(
      word,
      changed.filter((figure) => figure.word === at),
    );
    return doubted.has(at) ? { ...settled, confidence: Math.min(settled.confidence, DOUBTED) } : settled;
  });
}

type Source = { picture: Gray; inkAt: InkIndex };

const NUMBER = /^[<>≤≥(]?[\d.,]*\d[\d.,]*[)%]?$/;

/** The figures of a number whose patches of ink can be separated one by one. */
function readFigures(word: RecognizedWord, at: number, { picture, inkAt }: Source): Figure[] {
  const signs = [...word.text];
  if (!NUMBER.test(word.text) || signs.length !== word.letters.length) return [];
  const ink = inkAt({ x0: word.x0 - 2, x1: word.x1 + 2, y0: word.y0 - 2, y1: word.y1 + 2 });
  const size = Math.max(0, ...ink.map((patch) => patch.y1 - patch.y0));
  const tall = ink.filter((patch) => patch.y1 - patch.y0 > 0.75 * size);
  const places = signs.flatMap((sign, letter) => (/[\d()%]/.test(sign) ? [letter] : []));
  if (tall.length !== places.length || size < 8) return [];
  return places.flatMap((letter, index) => {
    const text = signs[letter] as string;
    const patch = tall[index] as Component;
    if (!/\d/.test(text)) return [];
    const ratio = (patch.x1 - patch.x0) / (patch.y1 - patch.y0);
    return [{ word: at, letter, text, ratio, shape: measureShape(picture, patch) }];
  });
}

/** The ink of a box in a few cells, 0 paper to 1 black. */
function measureShape({ width, data }: Gray, { x0, y0, x1, y1 }: Box): Float32Array {
  const shape = new Float32Array(WIDE * HIGH);
  for (let row = 0, at = 0; row < HIGH; row++) {
    const top = y0 + (row * (y1 - y0)) / HIGH;
    const bottom = Math.max(top + 1, y0 + ((row + 1) * (y1 - y0)) / HIGH);
    for (let column = 0; column < WIDE; column++, at++) {
      const left = x0 + (column * (x1 - x0)) / WIDE;
      const right = Math.max(left + 1, x0 + ((column + 1) * (x1 - x0)) / WIDE);
      let [sum, count] = [0, 0];
      for (let y = Math.floor(top); y < bottom; y++)
        for (let x = Math.floor(left); x < right; x++, count++) sum += data[y * width + x] as number;
      shape[at] = 1 - sum / (255 * count);
    }
  }
  return shape;
}

/** The figures of the surest words, so many of each. */
function selectVoters(figures: readonly Figure[], words: readonly RecognizedWord[]): Figure[] {
  const sureness = (figure: Figure): number => words[figure.word]?.confidence ?? 0;
  const sorted = [...figures].sort((one, other) => sureness(other) - sureness(one));
  const counts = new Map<string, number>();
  return sorted.filter(({ text }) => {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return (counts.get(text) ?? 0) <= VOTERS;
  });
}

/** The figure that the nearest shapes say this one is, "doubt" where they do not agree, null where it was read right. */
function voteOn(figure: Figure, voters: readonly Figure[]): string | null {
  const ranked = voters
    .filter((voter) => voter.word !== figure.word && Math.abs(voter.ratio - figure.ratio) < RATIO)
    .map((voter) => ({ text: voter.text, off: distance(voter.shape, figure.shape) }))
    .sort((one, other) => one.off - other.off);
  const near = ranked.slice(0, NEAREST).filter(({ off }) => off < FARTHEST);
  const kin = ranked.filter(({ text }) => text === figure.text);
  if (near.length < NEAREST || kin.length < LEAST_CLASS) return null;
  const own = near.filter(({ text }) => text === figure.text).length;
  const winner = near.find(({ text }) => near.filter((voter) => voter.text === text).length >= PARTY);
  const party = ranked.filter(({ text }) => text === winner?.text);
  if (winner && winner.text !== figure.text && own <= MOST_OWN && farness(party) < NEARER * farness(kin))
    return winner.text;
  return own < LEAST_OWN ? 'doubt' : null;
}

function farness(ranked: readonly { off: number }[]): number {
  return ranked.slice(0, PARTY).reduce((sum, { off }) => sum + off, 0) / PARTY;
}

function distance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += ((one[at] as number) - (other[at] as number)) ** 2;
  return sum / one.length;
}

function withDigits(word: RecognizedWord, figures: readonly Figure[]): RecognizedWord {
  if (figures.length === 0) return word;
  const digits = new Map(figures.map(({ letter, text }) => [letter, text]));
  const letters = word.letters.map((letter, at) => ({ ...letter, text: digits.get(at) ?? letter.text }));
  const text = [...word.text].map((sign, at) => digits.get(at) ?? sign).join('');
  return { ...word, letters, text, confidence: Math.min(word.confidence, OUTVOTED) };
}
