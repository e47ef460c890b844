import type { Page, Word } from './page.ts';

const LINE = 14;
const LETTER = 6;

const lineOf = (text: string, at: number): Word[] => {
  const [y0, y1] = [at * LINE, at * LINE + LINE / 2];
  let x = 0;
  return text.split(/\s+/).map((word) => {
    const placed = { text: word, x0: x, x1: x + word.length * LETTER, y0, y1, confidence: 1, bold: false };
    x = placed.x1 + LETTER / 2;
    return placed;
  });
};

/** Labels with values as a page of form lines below a title, so that one grammar reads the fields of data and of print. */
export const pageOfLabels = (labels: readonly { label: string; value: string }[], title: string): Page => {
  const lines = [title, ...labels.map(({ label, value }) => `${label}: ${value}`)];
  const words = lines.flatMap(lineOf).filter(({ text }) => text !== '');
  const width = Math.max(1, ...words.map(({ x1 }) => x1));
  return { number: 1, width, height: lines.length * LINE, words, rulings: [], origin: 'text', warnings: [] };
};
