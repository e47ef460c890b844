import type { Part } from './part.ts';

// So many letter heights around a label its neighbours tell where the values of its grid stand.
const GRID = 15;
const REACH = 4;
const CLEARLY_NEARER = 0.6;
const FEWEST = 3;

/**
 * Whether a label is the caption under its value: where the labels of its size around it stand clearly nearer to the words
 * above them than to those below.
 */
export function isCaption(label: Part, parts: readonly Part[]): boolean {
  if (!isBare(label)) return false;
  const onPage = parts.filter((part) => part.page === label.page);
  const votes = onPage.filter((part) => isBare(part) && isLike(part, label)).map((part) => toVote(part, onPage));
  const above = votes.filter((vote) => vote === 'above').length;
  return above >= FEWEST && !votes.includes('below');
}

function isBare(part: Part): boolean {
  return part.match !== undefined && part.value.length === 0 && !part.colon;
}

function isLike(part: Part, label: Part): boolean {
  const height = measureHeight(label);
  return Math.abs(measureHeight(part) - height) < 0.1 * height && Math.abs(part.y0 - label.y0) < GRID * height;
}

function toVote(label: Part, parts: readonly Part[]): 'above' | 'below' | undefined {
  const column = parts.filter((part) => part !== label && isAligned(part, label));
  const above = Math.min(...column.filter((part) => part.y1 <= label.y0 + 2).map((part) => label.y0 - part.y1));
  const below = Math.min(...column.filter((part) => part.y0 >= label.y1 - 2).map((part) => part.y0 - label.y1));
  const reach = REACH * measureHeight(label);
  if (above < CLEARLY_NEARER * below && above < reach) return 'above';
  return below < CLEARLY_NEARER * above && below < reach ? 'below' : undefined;
}

function isAligned(part: Part, label: Part): boolean {
  const edge = 0.5 * measureHeight(label);
  return (
    Math.abs(part.x0 - label.x0) < edge ||
    Math.abs(part.x1 - label.x1) < edge ||
    Math.abs(part.x0 + part.x1 - label.x0 - label.x1) < 2 * edge
  );
}

function measureHeight(part: Part): number {
  return part.y1 - part.y0;
}
