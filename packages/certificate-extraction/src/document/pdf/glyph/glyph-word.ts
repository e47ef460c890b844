import type { Word } from '../../../page.ts';
import type { Glyph } from '../trace/trace-text.ts';
import { asSuperscript, plainText, repairLigature } from './letter.ts';
import { joinLetterSpaced } from './letter-spacing.ts';
import type { Piece } from './piece.ts';

/** A glyph on an upright page: `x`, `y` on the base line. */
export type UprightGlyph = Pick<Glyph, 'text' | 'x' | 'y' | 'width' | 'spacing' | 'size' | 'bold'>;

/** Wider than this many letter heights is a gap between words, if no space was painted. */
const WORD_GAP = 0.15;
const SAME_BASE = 0.1;
/** Longer small text beside a big letter is another word and no superscript. */
const LONGEST_SCRIPT = 4;
/** How high an exponent stands at least, in letter heights. */
const POWER_RISE = 0.25;

/** Joins glyphs in the order of painting to words; then pieces that touch, superscripts and letter-spaced words. */
export function wordsOfGlyphs(glyphs: readonly UprightGlyph[]): Word[] {
  const chains = chainPieces(splitPieces(glyphs));
  const joined = chains.map(joinChain).filter((piece) => piece.text !== '');
  return joinLetterSpaced(joined).map(toWord);
}

function toWord(piece: Piece): Word {
  return {
    text: repairLigature(piece.text),
    x0: piece.x0,
    x1: piece.x1,
    y0: piece.base - 0.74 * piece.size,
    y1: piece.base + 0.2 * piece.size,
    confidence: 1,
    bold: piece.bold * 2 > piece.count,
  };
}

function splitPieces(glyphs: readonly UprightGlyph[]): Piece[] {
  const pieces: Piece[] = [];
  let last: UprightGlyph | null = null;
  for (const glyph of glyphs) {
    const text = plainText(glyph.text);
    const current = pieces.at(-1);
    if (text === '') {
      if (current && last && glyph.width > 0) current.closed = true;
      last = null;
      continue;
    }
    if (current && last && follows(last, glyph)) extend(current, glyph);
    else pieces.push(extend(startPiece(glyph), glyph));
    last = glyph;
  }
  return pieces;
}

function extend(piece: Piece, glyph: UprightGlyph): Piece {
  piece.text += plainText(glyph.text);
  piece.x1 = Math.max(piece.x1, glyph.x + glyph.width);
  piece.bold += glyph.bold ? 1 : 0;
  piece.count += 1;
  return piece;
}

function startPiece({ x, y, size }: UprightGlyph): Piece {
  return { text: '', x0: x, x1: x, base: y, size, bold: 0, count: 0, closed: false };
}

function follows(last: UprightGlyph, glyph: UprightGlyph): boolean {
  const gap = glyph.x - (last.x + last.width + last.spacing);
  const size = Math.max(last.size, glyph.size);
  return (
    Math.abs(glyph.y - last.y) < SAME_BASE * size &&
    Math.abs(glyph.size - last.size) < 0.15 * size &&
    gap > -0.5 * Math.min(size, last.width + size / 4) &&
    gap < WORD_GAP * size
  );
}

const ROW = 12;

/** Pieces that touch end to start, each chain from left to right: painted out of order, or super- and subscripts. */
function chainPieces(pieces: readonly Piece[]): Piece[][] {
  const ends = new Map<number, Piece[][]>();
  const chains: Piece[][] = [];
  for (const piece of [...pieces].sort((one, other) => one.x0 - other.x0 || other.size - one.size)) {
    const row = Math.floor(piece.base / ROW);
    const near = [row - 1, row, row + 1].flatMap((at) => ends.get(at) ?? []);
    let chain = near.find((candidate) => touches(candidate.at(-1) as Piece, piece));
    if (!chain) {
      chain = [];
      chains.push(chain);
    }
    chain.push(piece);
    const open = ends.get(row) ?? [];
    if (!open.includes(chain)) ends.set(row, [...open.filter((other) => isOpen(other, piece)), chain]);
  }
  return chains;
}

function isOpen(chain: readonly Piece[], next: Piece): boolean {
  return (chain.at(-1)?.x1 ?? 0) > next.x0 - 20;
}

function touches(left: Piece, right: Piece): boolean {
  const size = Math.max(left.size, right.size);
  const gap = right.x0 - left.x1;
  if (gap < -0.15 * size || gap > WORD_GAP * size || (left.closed && gap > 0.05 * size)) return false;
  const rise = Math.abs(left.base - right.base);
  if (rise < SAME_BASE * size) return Math.abs(left.size - right.size) < 0.3 * size;
  const small = left.size < right.size ? left : right;
  const isScript = small.size < 0.85 * size && small.text.length <= LONGEST_SCRIPT;
  return rise < 0.65 * size && (isScript || isPower(left, right));
}

/** True for an exponent behind a ten, whatever its size: nothing else stands that high on the same line. */
function isPower(left: Piece, right: Piece): boolean {
  const rise = left.base - right.base;
  return /(?:^|\D)10$/.test(left.text) && /^[-−–]?\d{1,2}$/.test(right.text) && rise > POWER_RISE * left.size;
}

function joinChain(chain: readonly Piece[]): Piece {
  const base = chain.reduce((best, piece) => (piece.size > best.size * 1.1 ? piece : best));
  const joined = { ...base, text: '', bold: 0, count: 0 };
  for (const piece of chain) {
    const rise = base.base - piece.base;
    const raised = rise > POWER_RISE * base.size || (rise > 0.15 * base.size && piece.size < 0.9 * base.size);
    joined.text += raised ? asSuperscript(piece.text) : piece.text;
    joined.x0 = Math.min(joined.x0, piece.x0);
    joined.x1 = Math.max(joined.x1, piece.x1);
    joined.bold += piece.bold;
    joined.count += piece.count;
    joined.closed = piece.closed;
  }
  return joined;
}
