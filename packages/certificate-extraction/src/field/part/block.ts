import { joinText } from '../../line.ts';
import type { Box, Page, Word } from '../../page.ts';
import type { Part } from './part.ts';

/** Everything that fields are read from: the stretches of all pages and their rulings. */
export type Sheet = { pages: readonly Page[]; parts: readonly Part[] };

/** Lines that stand below each other without a gap: an address, a scope. */
export type Block = Box & { lines: readonly string[]; words: readonly Word[] };

type Start = { part: Part; words: readonly Word[]; box: Box };

const MOST_LINES = 8;

// The title of the document may stand right below an address.
const TITLE = /^(?:certificate|certificat|certificado|zertifikat|analysenzertifikat|(?:test|analytical) report)\b/i;

// Who signs below an address is no part of it.
const SIGNER =
  /^(?:dr|prof|mrs?|ms|ing|dipl)\b\.?\s|\b(?:quality (?:control|assurance|manager|unit|department)|(?:qa|qc|lab(?:oratory)?|plant|production|technical) (?:manager|director)|qualified person|head of (?:quality|qc|qa|laboratory)|authori[sz]ed (?:by|signatory)|signature)\b/i;

/** The place and date of a signature ("Lyon, le 14/04/2024"); the date is the text behind the match. */
export const PLACE_AND_DATE =
  /^\p{Lu}[\p{L} .'’()-]{2,30},\s+(?:(?:le|den|the|am|el|il|lì|a|em|dne|dnia)\s+)?(?=\d{1,2}[./ -]\s?(?:\d{1,2}|\p{L}+)[./ -]\s?(?:19|20)\d{2}$)|^(?:fait|établi|done|given|hecho|fatto|ausgestellt) (?:à|at|in|en|a) \p{Lu}[\p{L} -]{1,30},?\s+(?:le|on|am|el|il)\s+(?=\d)/iu;

/** The value words of a stretch and the lines that continue them below. */
export function blockFrom(part: Part, words: readonly Word[], sheet: Sheet): Block {
  const box = { ...part, x0: words[0]?.x0 ?? part.x0 };
  const lines = [joinText(words)];
  const taken = [...words];
  let last: Start = { part, words, box };
  while (lines.length < MOST_LINES) {
    const next = nextLine(last, sheet, box);
    if (!next) break;
    lines.push(joinText(next.value));
    taken.push(...next.value);
    last = { part: next, words: next.value, box: next };
  }
  return { ...box, y1: last.box.y1, lines, words: taken };
}

function nextLine({ part, box }: Start, sheet: Sheet, first: Box): Part | undefined {
  const height = part.y1 - part.y0;
  const below = sheet.parts
    .filter(
      (other) => other.page === part.page && other.y0 >= part.y1 - 0.3 * height && other.y0 - part.y1 < 0.85 * height,
    )
    .filter((other) => isAligned(other, [first, box, part], height))
    .sort((a, b) => a.y0 - b.y0)[0];
  if (!below || below.label.length > 0 || isRuledOff(part, below, sheet) || isValueOfOther(below, part, sheet))
    return undefined;
  const text = joinText(below.value);
  if (TITLE.test(text) || SIGNER.test(text) || PLACE_AND_DATE.test(text)) return undefined;
  const isSentence =
    below.value.length > 12 || /\b(?:is|are|was|were|has|have|shall|will|the|this|that)\b/i.test(joinText(below.value));
  if (isSentence && Math.abs(below.x0 - first.x0) > 0.6 * height) return undefined;
  const size = below.y1 - below.y0;
  return size > 1.35 * height || size < 0.7 * height ? undefined : below;
}

// The line below may be the value of the next label in a column of values.
function isValueOfOther(line: Part, first: Part, sheet: Sheet): boolean {
  const middle = (line.y0 + line.y1) / 2;
  const nearest = sheet.parts
    .filter((part) => part.page === line.page && part.x1 <= line.x0 && part.y0 < middle && part.y1 > middle)
    .sort((a, b) => b.x1 - a.x1)[0];
  if (!nearest || nearest.y0 <= first.y0 + 1) return false;
  return nearest.label.length > 0 ? nearest.value.length === 0 : isUnknownLabel(nearest, first, sheet);
}

// Words that begin where the label before the first line does are a label too, if we know them or not.
function isUnknownLabel(words: Part, first: Part, sheet: Sheet): boolean {
  const height = first.y1 - first.y0;
  return sheet.parts.some(
    (part) =>
      part.page === first.page &&
      part.label.length > 0 &&
      part.x1 <= first.x0 &&
      Math.abs(part.y0 + part.y1 - first.y0 - first.y1) < height &&
      Math.abs(part.x0 - words.x0) < 0.3 * height &&
      /^\p{Lu}/u.test(joinText(words.value)),
  );
}

function isAligned(line: Box, boxes: readonly Box[], height: number): boolean {
  return boxes.some(
    (box) =>
      Math.abs(line.x0 - box.x0) < 0.6 * height ||
      (Math.abs(line.x1 - box.x1) < 0.3 * height && line.x0 < box.x1) ||
      Math.abs(line.x0 + line.x1 - box.x0 - box.x1) < 0.8 * height,
  );
}

function isRuledOff(upper: Part, lower: Part, sheet: Sheet): boolean {
  const page = sheet.pages.find(({ number }) => number === upper.page);
  const [from, to] = [(upper.y0 + upper.y1) / 2, (lower.y0 + lower.y1) / 2];
  return (page?.rulings ?? []).some(
    (line) =>
      line.x1 - line.x0 > line.y1 - line.y0 &&
      line.y0 > from &&
      line.y1 < to &&
      line.x0 < lower.x1 &&
      line.x1 > lower.x0,
  );
}
