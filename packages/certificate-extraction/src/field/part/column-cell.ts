import { enclose } from '../../measure.ts';
import type { Part } from './part.ts';

const SAME_EDGE = 1.5;
const REACH = 2.2;

/**
 * Cuts values that run up to the next column without a gap where the labels above show the columns: a value that begins
 * under one head and has a word that begins exactly under the next label.
 */
export function splitAtHeads(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => {
    if (part.label.length > 0 || part.value.length < 2) return [part];
    const heads = headsOver(part, parts);
    if (!heads.some((head) => isAt(head.x0, part.x0))) return [part];
    const cuts = part.value.flatMap((word, index) =>
      index > 0 && heads.some((head) => head.label.length > 0 && isAt(head.x0, word.x0)) ? [index] : [],
    );
    return cuts.length === 0 ? [part] : cutAt(part, cuts);
  });
}

function headsOver(part: Part, parts: readonly Part[]): Part[] {
  const height = part.y1 - part.y0;
  const above = parts.filter(
    (head) =>
      head.page === part.page &&
      !head.colon &&
      (head.label.length === 0 || head.value.length === 0) &&
      head.y1 <= part.y0 + 0.3 * height &&
      part.y0 - head.y1 < REACH * height,
  );
  const nearest = Math.max(...above.map((head) => head.y0));
  return above.filter((head) => Math.abs(head.y0 - nearest) < 0.5 * height);
}

function cutAt(part: Part, cuts: readonly number[]): Part[] {
  const starts = [0, ...cuts];
  return starts.map((start, index) => {
    const value = part.value.slice(start, starts[index + 1] ?? part.value.length);
    return { ...part, ...enclose(value), value };
  });
}

function isAt(x: number, edge: number): boolean {
  return Math.abs(x - edge) < SAME_EDGE;
}
