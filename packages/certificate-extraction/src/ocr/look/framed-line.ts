import type { Box } from '../../page.ts';
import type { TextRun } from '../clean/text-run.ts';
import { crop, type Gray } from '../pixel/gray.ts';
import { straighten } from '../pixel/resample.ts';

/** A run alone on white paper, scaled; `toPage` brings boxes of its pixels back to those of the page. */
export type FramedLine = { line: Gray; toPage<T extends Box>(box: T): T };

const SEAM = 2;
const MOST_GROWTH = 3;
const LEAST_GROWTH = 0.5;

/** Cuts a run out, its tall letters `tall` pixels high, with a margin of so many pixels around it. */
export function framedLine(
  picture: Gray,
  run: TextRun,
  { tall, margin }: { tall: number; margin: number },
): FramedLine {
  const factor = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, tall / run.size));
  const edge = Math.ceil(margin / factor);
  const piece = crop(picture, { x0: run.x0 - SEAM, y0: run.y0 - SEAM, x1: run.x1 + SEAM, y1: run.y1 + SEAM });
  const width = piece.width + 2 * edge;
  const height = piece.height + 2 * edge;
  const paper = { width, height, data: new Uint8Array(width * height).fill(255) };
  for (let row = 0; row < piece.height; row++) {
    const from = row * piece.width;
    paper.data.set(piece.data.subarray(from, from + piece.width), (row + edge) * width + edge);
  }
  const [left, top] = [run.x0 - SEAM - edge, run.y0 - SEAM - edge];
  return {
    line: straighten(paper, 0, factor),
    toPage: (box) => ({
      ...box,
      x0: box.x0 / factor + left,
      x1: box.x1 / factor + left,
      y0: box.y0 / factor + top,
      y1: box.y1 / factor + top,
    }),
  };
}
