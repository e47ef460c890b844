import type { Box } from '../../page.ts';
import type { Place, TestResult } from '../../result.ts';
import type { CellKind } from '../cell/cell-kind.ts';
import type { Source } from '../table.ts';
import type { Verdict } from './verdict.ts';

/** A text beside a result whose column has no role; `head`: what stands over it. */
export type Unclaimed = { head: string; text: string };

/** What speaks for a row: see `confidence.ts`. */
export type Signs = {
  ocr: number;
  kind: CellKind;
  crossing: boolean;
  lines: number;
  verdict: Verdict;
  hasSpecification: boolean;
  source: Source;
  /** What stands beside the result and has no meaning that is known. */
  unclaimed: readonly Unclaimed[];
  /** Around the words that say it, on the page as it was read. */
  box?: Box | undefined;
  /** The head of its column says nothing known; its cells alone tell that it holds results. */
  guessed?: boolean;
};

/** A result as read from a document, before its confidence is known. */
export type FoundResult = Omit<TestResult, 'confidence' | 'page' | 'box'> & { place?: Place; signs: Signs };

/** A parameter as printed, without numbering, footnote marks and the colon behind it. */
export const cleanName = (text: string): string =>
  text
    .replace(/^\d{1,2}(?:\.\d{1,2})?[.)]\s+(?=\p{L})/u, '')
    .replace(/^[•▪●·*►-]\s+/, '')
    .replace(/(?<=[\p{L})])[¹²³⁴⁵⁶⁷⁸⁹⁰*†‡§#]+$/u, '')
    .replace(/\s+[*†‡§#]+$/u, '')
    .replace(/\s*:$/, '')
    .trim();

/** A result as printed, without footnote marks. */
export const cleanResult = (text: string): string =>
  text
    .replace(/^[¹²³⁴⁵⁶⁷⁸⁹⁰]+(?=\S)/u, '')
    .replace(/(?<=[\d%])(?<!(?:^|[^\d.,])10)[¹²³⁴⁵⁶⁷⁸⁹⁰]+$/u, '')
    .replace(/(?<=\p{L})[*†‡§]+$/u, '')
    .trim();
