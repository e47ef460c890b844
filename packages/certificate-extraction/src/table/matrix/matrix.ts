import type { Word } from '../../page.ts';
import { commonMark, type DecimalMark } from '../../value/number.ts';
import { isFinding, toKind } from '../cell/cell-kind.ts';
import type { FoundResult } from '../result/found-result.ts';
import { type Plain, readResult } from '../result/plain-result.ts';
import { makeRepair, type Repair } from '../segment/ocr-word.ts';
import { type Line, readLines, type Segment } from '../segment/segment.ts';
import type { Sheet } from '../table.ts';
import { type Band, bandAt, FEWEST_COLUMNS, isNameLine } from './band.ts';
import { type Cell, listParameters, nearest, type Parameter } from './head.ts';
import { findLimit, type LimitEnd } from './limit.ts';

/** Results whose parameters stand side by side at the head and whose rows are samples, as on certificates of steel and gases. */
export type Matrix = { results: FoundResult[]; words: Set<Word> };

type Limits = Map<Parameter, { low?: string; high?: string; whole?: string }>;

const writeDemand = (limits: Limits, parameter: Parameter): string | undefined => {
  const { low, high, whole } = limits.get(parameter) ?? {};
  if (whole) return whole;
  if (low && high) return `${low} – ${high}`;
  return low ? `≥ ${low}` : high && `≤ ${high}`;
};

type Context = { sample: string; limits: string | undefined; repair: Repair; mark: DecimalMark | undefined };

const readPlain = ({ parameter, segment }: Filled, { sample, limits, repair, mark }: Context): Plain => ({
  name: parameter.name,
  cell: { result: repair(segment.text), ...(limits === undefined ? {} : { limits }) },
  words: segment.words,
  source: 'transposed',
  unit: parameter.unit,
  sample,
  mark,
});

type Filled = { parameter: Parameter; segment: Segment };

const readCells = (line: Line, columns: readonly Cell[], parameters: readonly Parameter[]): Filled[] =>
  parameters.flatMap((parameter) => {
    const segment = line.segments.find((each) => nearest(columns, each) === parameter.column);
    return segment ? [{ parameter, segment }] : [];
  });

const noteLimits = (limits: Limits, end: LimitEnd, cells: readonly Filled[]): void => {
  for (const { parameter, segment } of cells)
    if (toKind(segment.text) !== 'nothing') limits.set(parameter, { ...limits.get(parameter), [end]: segment.text });
};

type MatrixRow = { cells: Filled[]; label: string; end: LimitEnd | undefined };

const toRow = (line: Line, columns: readonly Cell[], parameters: readonly Parameter[]): MatrixRow => {
  const cells = readCells(line, columns, parameters);
  const labels = line.segments.filter((segment) => !cells.some((cell) => cell.segment === segment));
  const texts = labels.map(({ text }) => text);
  return { cells, label: texts[0] ?? '', end: findLimit(texts.join(' ')) };
};

/** The limits where all their lines stand below all results. */
const limitsBelow = (rows: readonly MatrixRow[]): Limits => {
  const limits: Limits = new Map();
  const first = rows.findIndex(({ end }) => end !== undefined);
  const last = rows.slice(first);
  if (first > 0 && last.every(({ end, cells }) => end !== undefined || cells.length === 0))
    for (const { end, cells } of last) if (end) noteLimits(limits, end, cells);
  return limits;
};

const readBand = (band: Band, repair: Repair): Matrix => {
  const { columns, parameters } = listParameters(band);
  const matrix: Matrix = { results: [], words: new Set() };
  if (parameters.length < FEWEST_COLUMNS) return matrix;
  const mark = commonMark(band.body.flatMap(({ segments }) => segments.map(({ text }) => text)));
  const rows = band.body.map((line) => toRow(line, columns, parameters));
  const limits = limitsBelow(rows);
  let sample = '';
  for (const { cells, label, end } of rows) {
    if (end) noteLimits(limits, end, cells);
    if (label !== '') sample = label;
    const found = end ? [] : cells.filter(({ segment }) => isFinding(toKind(segment.text)));
    for (const { parameter, segment } of found) {
      const context = { sample, limits: writeDemand(limits, parameter), repair, mark };
      matrix.results.push(readResult(readPlain({ parameter, segment }, context)));
      for (const word of segment.words) matrix.words.add(word);
    }
  }
  return matrix;
};

/** The matrices of a page. */
export const readMatrices = ({ page, segments }: Sheet): Matrix => {
  const lines = readLines(segments);
  const repair = makeRepair(page);
  const all: Matrix = { results: [], words: new Set() };
  let done = -1;
  lines.forEach((line, at) => {
    const band = at > done && isNameLine(line, lines.slice(at + 1)) ? bandAt(lines, at) : undefined;
    const { results, words } = band ? readBand(band, repair) : { results: [], words: [] };
    if (!band || results.length === 0) return;
    done = lines.indexOf(band.body.at(-1) ?? line);
    all.results.push(...results);
    for (const word of words) all.words.add(word);
  });
  return all;
};
