import type { Box } from '../../page.ts';
import type { Part } from './part.ts';

/** Where the value of a label stands. */
export type Place = 'beside' | 'right' | 'below' | 'above';

/** A gap of so many letter heights is wider than between a label and its value, most often. */
const FAR = 10;

/** A label that has no words behind it on its own; the stretches around it in the order in which they are tried. */
export function findNeighbours(label: Part, parts: readonly Part[]): { place: Place; part: Part }[] {
  const others = parts.filter((part) => part.page === label.page && part !== label && !contains(label, part));
  const right = nearestRight(label, others);
  const below = nearestBelow(label, others);
  const found: { place: Place; part: Part }[] = [];
  if (right) found.push({ place: 'right', part: right });
  if (below) found.push({ place: 'below', part: below });
  return right && below && isStacked(label, { right, below }, others) ? found.reverse() : found;
}

/** Whether a label has its value under it and what stands to the right is of a table or, far away, of another block. */
function isStacked(label: Part, { right, below }: { right: Part; below: Part }, parts: readonly Part[]): boolean {
  const height = lineHeight(label);
  const isUnder = Math.abs(below.x0 - label.x0) < 0.5 * height && below.y0 - label.y1 < height;
  if (label.colon || !isUnder || below.label.length > 0) return false;
  const next = nearestRight(below, parts);
  const isRowOfItsOwn = next?.label.length === 0 && Math.abs(next.x0 - right.x0) < 0.5 * height;
  const isFar = right.x0 - label.x1 > FAR * height;
  return (isFar && !isRowOfItsOwn) || isTableRow(right, parts);
}

/** Whether two results or more stand behind the words. */
function isTableRow(first: Part, parts: readonly Part[]): boolean {
  const behind = parts.filter((part) => part.x0 >= first.x1 && part.label.length === 0 && sharesRow(first, part));
  return behind.filter(({ value }) => /^(?:[<≤>]?\d|nd$|not$|<lo[dq])/i.test(value[0]?.text ?? '')).length >= 2;
}

/** The stretch above a caption ("Signed on" under a date). */
export function nearestAbove(label: Part, parts: readonly Part[]): Part | undefined {
  const height = label.y1 - label.y0;
  return parts
    .filter(
      (part) => part.page === label.page && part.y1 <= label.y0 + 0.3 * height && label.y0 - part.y1 < 2.5 * height,
    )
    .filter((part) => sharesColumn(label, part))
    .sort((a, b) => b.y1 - a.y1)[0];
}

/**
 * Whether the words to the right of an empty label are the next label of its row: words that begin where labels do, behind
 * the column in which the values of the labels above and below stand.
 */
export function isNextLabel(right: Part, label: Part, parts: readonly Part[]): boolean {
  const edge = 0.5 * (label.y1 - label.y0);
  const onPage = parts.filter((part) => part.page === label.page && part !== label);
  const isLabelEdge = onPage.some((part) => part.label.length > 0 && Math.abs(part.x0 - right.x0) < edge);
  if (!isLabelEdge || nearestRight(right, onPage)?.label.length !== 0) return false;
  const values = onPage
    .filter((part) => part.label.length > 0 && part.value.length === 0 && Math.abs(part.x0 - label.x0) <= edge)
    .map((part) => nearestRight(part, onPage))
    .filter((value) => value !== undefined && value.label.length === 0);
  const before = values.filter((value) => value && value.x0 < right.x0 - 2 * edge && value.x0 >= label.x1 - 1);
  const same = values.filter((value) => value && Math.abs(value.x0 - right.x0) < edge);
  return before.length > 0 && before.length >= same.length;
}

/**
 * Whether the words below an empty label are the next label of a column whose labels have their values to the right: words
 * at the same edge with a value of their own under the values of the other labels.
 */
export function isUnknownLabel(below: Part, label: Part, parts: readonly Part[]): boolean {
  const height = label.y1 - label.y0;
  if (Math.abs(below.x0 - label.x0) > 0.5 * height) return false;
  const onPage = parts.filter((part) => part.page === label.page);
  const value = nearestRight(below, onPage);
  if (!value || value.label.length > 0 || isTableRow(value, onPage)) return false;
  // In a grid of labels over their values the next label begins where the next value does.
  const isGrid = onPage.some((other) => sharesRow(label, other) && Math.abs(other.x0 - value.x0) < 0.5 * height);
  if (isGrid) return false;
  return onPage.some((other) => {
    if (other === label || other.label.length === 0 || other.value.length > 0) return false;
    if (Math.abs(other.x0 - label.x0) > 0.5 * height) return false;
    const beside = nearestRight(other, onPage);
    return beside?.label.length === 0 && Math.abs(beside.x0 - value.x0) < 0.5 * height;
  });
}

// A speck of a scan before the value is no value; a dash with nothing behind it says that there is none.
function nearestRight(label: Part, parts: readonly Part[]): Part | undefined {
  const row = parts
    .filter((part) => part.x0 >= label.x1 - 1 && sharesRow(label, part))
    .sort((a, b) => (Math.abs(a.x0 - b.x0) < 4 ? a.y0 - b.y0 : a.x0 - b.x0));
  const [first, second] = row;
  return first && second && isSpeck(first) && second.label.length === 0 ? second : first;
}

function isSpeck(part: Part): boolean {
  return part.label.length === 0 && part.value.every((word) => /^[^\p{L}\p{N}]{1,2}$/u.test(word.text));
}

function nearestBelow(label: Part, parts: readonly Part[]): Part | undefined {
  const height = label.y1 - label.y0;
  const reach = Math.max(2.2 * lineHeight(label), 14);
  return parts
    .filter((part) => part.y0 >= label.y1 - 0.35 * height && part.y0 - label.y1 <= reach && sharesColumn(label, part))
    .sort((a, b) => a.y0 - b.y0)[0];
}

function sharesRow(label: Box, part: Box): boolean {
  const overlap = Math.min(label.y1, part.y1) - Math.max(label.y0, part.y0);
  return overlap >= 0.4 * Math.min(label.y1 - label.y0, part.y1 - part.y0);
}

function sharesColumn(label: Box, part: Box): boolean {
  const height = label.y1 - label.y0;
  const overlap = Math.min(label.x1, part.x1) - Math.max(label.x0, part.x0);
  if (overlap <= 0) return false;
  const isAligned = Math.abs(part.x0 - label.x0) < height || Math.abs(part.x1 - label.x1) < height;
  const isCentred = Math.abs(part.x0 + part.x1 - label.x0 - label.x1) < 3 * height;
  return isAligned || isCentred || overlap >= 0.6 * Math.min(label.x1 - label.x0, part.x1 - part.x0);
}

function lineHeight(label: Part): number {
  const words = [...label.label, ...label.value];
  return Math.max(...words.map((word) => word.y1 - word.y0));
}

function contains(outer: Box, inner: Box): boolean {
  return inner.x0 >= outer.x0 - 1 && inner.x1 <= outer.x1 + 1 && inner.y0 >= outer.y0 - 1 && inner.y1 <= outer.y1 + 1;
}
