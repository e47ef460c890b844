import type { Piece } from './piece.ts';

const MOST_GAP = 0.7;
const FEWEST = 4;

/** Joins words printed with a gap after each letter ("A S S A Y" → "ASSAY"); a wider gap still parts two words. */
export function joinLetterSpaced(pieces: readonly Piece[]): Piece[] {
  const rest: Piece[] = [];
  const singles: Piece[] = [];
  for (const piece of pieces) ([...piece.text].length === 1 ? singles : rest).push(piece);
  if (singles.length < FEWEST) return [...pieces];
  singles.sort((one, other) => Math.round(one.base) - Math.round(other.base) || one.x0 - other.x0);
  for (const run of findRuns(singles)) rest.push(...(isSpelled(run) ? joinRun(run) : run));
  return rest;
}

function findRuns(singles: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = [];
  for (const piece of singles) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && isNext(last, piece)) run.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function isNext(last: Piece, piece: Piece): boolean {
  const gap = piece.x0 - last.x1;
  return Math.abs(piece.base - last.base) < 0.1 * piece.size && gap > 0 && gap < 2 * MOST_GAP * piece.size;
}

function isSpelled(run: readonly Piece[]): boolean {
  const letters = run.filter((piece) => /\p{L}/u.test(piece.text)).length;
  return run.length >= FEWEST && letters >= 0.6 * run.length && medianGap(run) < MOST_GAP * (run[0]?.size ?? 0);
}

function joinRun(run: readonly Piece[]): Piece[] {
  const usual = medianGap(run);
  const words: Piece[] = [];
  for (const piece of run) {
    const word = words.at(-1);
    if (!word || piece.x0 - word.x1 > 1.6 * usual) {
      words.push({ ...piece });
      continue;
    }
    word.text += piece.text;
    word.x1 = piece.x1;
    word.bold += piece.bold;
    word.count += piece.count;
  }
  return words;
}

function medianGap(run: readonly Piece[]): number {
  const gaps = run.slice(1).map((piece, index) => piece.x0 - (run[index]?.x1 ?? piece.x0));
  gaps.sort((one, other) => one - other);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}
