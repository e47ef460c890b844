import { isFinding, toKind } from '../cell/cell-kind.ts';
import { type Line, readLines } from '../segment/segment.ts';

const METHOD_NOTE =
  /^(?:(?:analytical|analysis|test|testing|preparation|prep|extraction|reference)\.? )?(?:methods?|procedure|instrument(?:ation)?|technique)(?: (?:reference|used|no|id))?\s?:/i;
const NOTED_ROWS = 3;

/** The line up to a note of how it was tested ("Method: AOAC 2011.11  Start date: …"). */
const beforeNote = (line: Line): Line[] => {
  const at = line.segments.findIndex(({ text }) => METHOD_NOTE.test(text));
  const isMore = line.segments.slice(at + 1).some(({ text }) => isFinding(toKind(text)));
  if (at < 0 || isMore) return [line];
  return readLines(line.segments.slice(0, at));
};

/** The lines without notes of methods, as far as rows follow right below: those stand between a head or a title and its rows. */
const withoutNotes = (lines: readonly Line[]): Line[] =>
  lines.flatMap((line, at) => {
    const next = lines.slice(at + 1, at + 1 + NOTED_ROWS);
    const isFollowed = next.some(({ segments }) => segments.slice(1).some(({ text }) => isFinding(toKind(text))));
    return isFollowed ? beforeNote(line) : [line];
  });

const METHOD_ALONE =
  /^(?:ph\.? ?eur\.?|usp|ep|bp|jp|nf|fcc|din|en|iso|astm|aoac|gb\/t|qm|sop|gc|hplc|icp|ir|uv|visu(?:al|ell)|pr[üu]fvorschrift|methode?)\b[\p{L}\d .:/<>-]{0,24}$/iu;
const FEWEST_METHODS = 3;
const INDENT = 0.5;

/** The lines without those that name a method alone, indented below each test. */
const withoutMethods = (lines: readonly Line[]): Line[] => {
  const edge = Math.min(...lines.map(({ x0 }) => x0));
  const isMethod = ({ segments: [segment, other], size }: Line): boolean =>
    segment !== undefined &&
    other === undefined &&
    segment.x0 > edge + INDENT * size &&
    METHOD_ALONE.test(segment.text);
  return lines.filter(isMethod).length < FEWEST_METHODS ? [...lines] : lines.filter((line) => !isMethod(line));
};

/** The lines of a body without what only says how its tests were done. */
export const withoutMethodLines = (lines: readonly Line[]): Line[] => withoutMethods(withoutNotes(lines));
