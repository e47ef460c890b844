import type { Limit, MonographTest } from '../material/material.ts';
import type { Finding } from '../sheet/finding.ts';
import type { Style } from './style.ts';

/** A number with the style's decimal sign; powers of ten as 10² and 10³ where the style has them. */
export function printNumber(value: number, decimals: number, style: Style): string {
  if (style.powers && value === 100) return '10²';
  if (style.powers && value === 1000) return '10³';
  return value.toFixed(decimals).replace('.', style.decimal);
}

/** The decimals a limit is printed with: one less than the results where that loses nothing. */
export function limitDecimals(test: MonographTest): number {
  const edges =
    test.limit.kind === 'max'
      ? [test.limit.max]
      : test.limit.kind === 'min'
        ? [test.limit.min]
        : rangeEdges(test.limit);
  const needed = Math.max(0, ...edges.map((edge) => (String(Number(edge.toFixed(6))).split('.')[1] ?? '').length));
  if (test.limit.kind === 'max' && test.limit.max >= 15) return needed;
  return Math.max(needed, Math.min(1, test.decimals));
}

function rangeEdges(limit: Limit): number[] {
  return limit.kind === 'range' ? [limit.min, limit.max] : [];
}

/** The unit as it follows a value: with the style's gap, degrees and empty units without. */
export function unitSuffix(unit: string, style: Style): string {
  if (unit === '') return '';
  if (unit === '°') return unit;
  return unit === '%' ? `${style.gap}${unit}` : ` ${unit}`;
}

/** The limit of a test in words; null where the certificate states none. */
export function printLimit(test: MonographTest, style: Style): string | null {
  const { limit } = test;
  if (limit.kind === 'text') return limit.text;
  if (limit.kind === 'absent') return style.absence.limit.replace('{}', limit.amount);
  if (limit.kind === 'report') return style.report === '' ? null : style.report;
  const unit = style.unit === 'both' || style.unit === 'limit' ? unitSuffix(test.unit, style) : '';
  const powers = style.powers && test.unit.startsWith('CFU');
  const number = (value: number) => printNumber(value, limitDecimals(test), { ...style, powers });
  if (limit.kind === 'max') return `${comparator('max', style)}${number(limit.max)}${unit}`;
  if (limit.kind === 'min') return `${comparator('min', style)}${number(limit.min)}${unit}`;
  return `${number(limit.min)}${style.dash}${number(limit.max)}${unit}`;
}

const comparators = {
  symbol: { max: '≤ ', min: '≥ ' },
  nmt: { max: 'NMT ', min: 'NLT ' },
  max: { max: 'max. ', min: 'min. ' },
  words: { max: 'Not more than ', min: 'Not less than ' },
  less: { max: '< ', min: '> ' },
} as const;

function comparator(side: 'max' | 'min', style: Style): string {
  return comparators[style.limit][side];
}

/** What was found, in words. */
export function printFinding(finding: Finding, style: Style): string {
  const { test } = finding;
  if (finding.kind === 'word') return finding.pass ? style.complies : style.deviates;
  if (finding.kind === 'not-detected') return style.notDetected;
  if (finding.kind === 'absent') return style.absence.absent;
  if (finding.kind === 'present') return style.absence.present;
  if (finding.kind === 'description') return finding.text ?? '';
  if (finding.kind === 'below' && style.below === 'LOQ') return '< LOQ';
  const unit = style.unit === 'both' ? unitSuffix(test.unit, style) : '';
  const decimals = finding.kind === 'below' ? traceDecimals(finding.value ?? 0, test.decimals) : test.decimals;
  const number = printNumber(finding.value ?? 0, decimals, { ...style, powers: false });
  return `${finding.kind === 'below' ? '< ' : ''}${number}${unit}`;
}

function traceDecimals(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) === value ? decimals : (String(value).split('.')[1] ?? '').length;
}
