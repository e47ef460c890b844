import { enclose } from '../../measure.ts';
import type { Word } from '../../page.ts';
import type { DecimalMark } from '../../value/number.ts';
import { toKind } from '../cell/cell-kind.ts';
import type { ValueCell } from '../cell/value-cell.ts';
import type { Source } from '../table.ts';
import { cleanName, cleanResult, type FoundResult } from './found-result.ts';
import { decide, type Verdict } from './verdict.ts';

/** A test whose parts are known: its name, what is said of it, the words that say it. */
export type Plain = {
  name: string;
  cell: ValueCell & { result: string };
  words: readonly Word[];
  source: Source;
  unit?: string | undefined;
  sample?: string | undefined;
  section?: string | undefined;
  guessed?: boolean;
  mark?: DecimalMark | undefined;
};

const decidePlain = ({ cell, unit, mark }: Plain, result: string): Verdict =>
  decide({
    specification: cell.limits ?? null,
    result,
    printed: cell.verdict ?? '',
    bare: cell.bare,
    specificationUnit: unit,
    resultUnit: unit,
    mark,
  });

/** The result of a test whose parts are known, its status decided. */
export const readResult = (plain: Plain): FoundResult => {
  const { name, cell, words, source, unit, sample, section, guessed = false } = plain;
  const result = cleanResult(cell.result);
  const verdict = decidePlain(plain, result);
  const ocr = Math.min(1, ...words.map(({ confidence }) => confidence));
  const hasSpecification = cell.limits !== undefined;
  return {
    parameter: cleanName(name),
    specification: cell.limits ?? null,
    result,
    status: verdict.status,
    ...(unit ? { unit } : {}),
    ...(section ? { section } : {}),
    ...(sample ? { sample } : {}),
    signs: {
      ocr,
      kind: toKind(result),
      crossing: false,
      lines: 1,
      verdict,
      hasSpecification,
      source,
      guessed,
      box: words.length === 0 ? undefined : enclose(words),
      unclaimed: [],
    },
  };
};
