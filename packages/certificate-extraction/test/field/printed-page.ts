import type { Page, Ruling, Word } from '../../src/page.ts';

const WIDTH = 5;
const PITCH = 12;
const HEIGHT = 9;

export type Print = { number?: number; origin?: Page['origin']; rulings?: readonly Ruling[]; confidence?: number };

/** A page from lines of text in one letter width: two blanks or more part columns; words between ** are bold. */
export function printPage(text: string, print: Print = {}): Page {
  const lines = text.replace(/^\n/, '').split('\n');
  const words = lines.flatMap((line, row) => printLine(line, row, print.confidence ?? 1));
  const { number = 1, origin = 'text', rulings = [] } = print;
  return { number, width: 595, height: 842, words, rulings, origin, warnings: [] };
}

function printLine(line: string, row: number, confidence: number): Word[] {
  return [...line.matchAll(/\S+/g)].map((match) => {
    const x0 = 40 + match.index * WIDTH;
    const y0 = 40 + row * PITCH;
    const bold = match[0].startsWith('**');
    const text = match[0].replaceAll('**', '');
    return { text, x0, y0, x1: x0 + match[0].length * WIDTH, y1: y0 + HEIGHT, confidence, bold };
  });
}
