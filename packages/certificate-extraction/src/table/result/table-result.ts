import { enclose, median } from '../../measure.ts';
import type { Word } from '../../page.ts';
import { commonMark, type DecimalMark, parseNumber } from '../../value/number.ts';
import { readStatusWord } from '../../value/status-word.ts';
import { isAnalyte } from '../cell/analyte.ts';
import { isFinding, isUnit, toKind } from '../cell/cell-kind.ts';
import { isGroupWord } from '../cell/section-title.ts';
import { isTestName } from '../cell/test-name.ts';
import type { Role } from '../head/word.ts';
import { cellText, cellWords, type Row } from '../row/body-line.ts';
import { trimDashes } from '../segment/ocr-word.ts';
import { columnsWith, type Table } from '../table.ts';
import { cleanName, cleanResult, type FoundResult, type Signs, type Unclaimed } from './found-result.ts';
import { findLimits, type Limits } from './limits.ts';
import { isDate, sampleColumns, type Value, valueFor } from './sample.ts';
import { namelessIn, unclaimedIn, withUnclaimed } from './unclaimed.ts';
import { decide, type Verdict } from './verdict.ts';

/** A row with its results. */
export type ReadRow = { row: Row; results: FoundResult[] };

const textAt = (row: Row, column: number | undefined): string => (column === undefined ? '' : cellText(row, column));

const lowestConfidence = (words: readonly Word[]): number => Math.min(1, ...words.map(({ confidence }) => confidence));

const filledCells = (table: Table, row: Row): number =>
  table.layout.columns.filter((_, at) => cellText(row, at) !== '').length;

/** What is the same for all rows of a table, looked up once for each table. */
const perTable = <Value>(look: (table: Table) => Value): ((table: Table) => Value) => {
  const known = new WeakMap<Table, Value>();
  return (table) => {
    if (!known.has(table)) known.set(table, look(table));
    return known.get(table) as Value;
  };
};

const readSamples = perTable(sampleColumns);

const usualCells = perTable((table) => median(table.rows.map((row) => filledCells(table, row))));

// "PESTICIDES ... PASS": what is said of a section as a whole stands alone among rows that hold more.
const isTitleWithVerdict = (table: Table, row: Row, value: string): boolean => {
  if (toKind(value) !== 'verdict' || readStatusWord(value) === 'fail') return false;
  return filledCells(table, row) <= 2 && usualCells(table) >= 3;
};

const LIMITED = 0.7;

const hasLimits = (table: Table, row: Row): boolean =>
  columnsWith(table, 'specification', 'minimum', 'maximum').some(
    (at) => toKind(cellText(row, at)) !== 'nothing' && cellText(row, at) !== '',
  );

const isMostlyLimited = perTable((table) => {
  const valued = table.rows.filter((row) => filledCells(table, row) >= 2);
  return valued.filter((row) => hasLimits(table, row)).length > LIMITED * valued.length;
});

const FOUND_SHARE = 0.8;

const isMostlyFound = perTable((table) => {
  const texts = table.rows
    .flatMap((row) => columnsWith(table, 'result').map((at) => cellText(row, at)))
    .filter(Boolean);
  return texts.filter((text) => toKind(text) !== 'text').length >= FOUND_SHARE * texts.length;
});

// Words or other names without limits among rows that have them, or among findings, are a remark that the table seems to go on with.
const isStrayText = (table: Table, row: Row, value: string): boolean => {
  if (toKind(value) !== 'text' || hasLimits(table, row)) return false;
  if (value.split(' ').length < 3 && !isAnalyte(value)) return false;
  return isMostlyLimited(table) || (isMostlyFound(table) && filledCells(table, row) <= 2 && usualCells(table) >= 3);
};

const NOT_DETECTED = /^n\.?\s?d\.?$|not detected|absent/i;

/**
 * The limit of quantitation that a result is below ("0.5 ppm"), where it stands in a column of its own. What is not
 * detected is below the limit of detection, which such a column seldom tells.
 */
const quantitationLimit = (table: Table, row: Row, result: string): string | undefined => {
  if (toKind(result) !== 'absence' || NOT_DETECTED.test(result) || /\d/.test(result)) return undefined;
  const stated = columnsWith(table, 'detection').flatMap((at) => {
    const value = parseNumber(cellText(row, at));
    return value === null ? [] : [{ value, text: `${value} ${table.layout.columns[at]?.head?.unit ?? ''}`.trim() }];
  });
  return stated.toSorted((a, b) => b.value - a.value)[0]?.text;
};

type Context = { table: Table; section: string | undefined; mark: DecimalMark | undefined };

/** How the numbers of a table mark decimals; undefined where none of them shows it. */
const findMark = (table: Table): DecimalMark | undefined => {
  const columns = columnsWith(table, 'result', 'specification', 'minimum', 'maximum');
  return commonMark(table.rows.flatMap((row) => columns.map((at) => cellText(row, at))));
};

/** What is the same for all samples of a row; `others`: limits besides those that its specification states. */
type Common = {
  name: string;
  nameAt: number | undefined;
  limits: Limits;
  others: readonly Limits[];
  unit: string;
  unclaimed: readonly Unclaimed[];
};

const NO_LIMITS: Limits = { text: null, bare: undefined, unit: undefined };

const findCommon = (table: Table, row: Row): Common => {
  const [nameAt] = columnsWith(table, 'parameter');
  const unitAt = columnsWith(table, 'unit').find((at) => isUnit(cellText(row, at)) || cellText(row, at).length <= 12);
  const unit = textAt(row, unitAt);
  const printed = textAt(row, nameAt);
  const name = cleanName(table.origin === 'text' ? printed : trimDashes(printed));
  const [limits = NO_LIMITS, ...others] = findLimits(table, row);
  return { name, nameAt, limits, others, unit, unclaimed: unclaimedIn(table, row) };
};

type Printed = { at: number | undefined; shared: boolean };

/** The column of the verdict on one sample: the one behind its results, where each has its own, else the one for all. */
const getStatus = (table: Table, row: Row, columns: readonly number[]): Printed => {
  const all = columnsWith(table, 'status');
  const filled = all.filter((at) => cellText(row, at) !== '');
  const last = Math.max(...columns);
  const next = columnsWith(table, 'result').find((at) => at > last);
  const isOne = next === undefined && columns.length === columnsWith(table, 'result').length;
  if (!isOne && all.length > 1)
    return { at: filled.find((at) => at > last && (next === undefined || at < next)), shared: false };
  const failed = filled.find((at) => readStatusWord(cellText(row, at), { column: true }) === 'fail');
  return { at: failed ?? filled[0], shared: !isOne };
};

/** True for a column that its cells alone show to hold results. */
const isGuessed = ({ layout }: Table, column: number): boolean => {
  const head = layout.columns[column]?.head;
  return layout.roles[column] === 'result' && head?.role === undefined && !/\d/.test(head?.text ?? '');
};

type Read = { result: string | null; column: number; statusAt: number | undefined; verdict: Verdict };

const findSigns = (row: Row, { nameAt, limits }: Common, { table, read }: { table: Table; read: Read }): Signs => {
  const limitsAt = columnsWith(table, 'specification', 'minimum', 'maximum');
  const used = [nameAt, read.column, read.statusAt, ...limitsAt].filter((at) => at !== undefined);
  const words = used.flatMap((at) => cellWords(row, at));
  return {
    ocr: lowestConfidence(words),
    box: words.length === 0 ? undefined : enclose(words),
    kind: read.result === null ? 'nothing' : toKind(read.result),
    verdict: read.verdict,
    hasSpecification: limits.text !== null,
    guessed: isGuessed(table, read.column),
    crossing: row.lines.some(({ crossing }) => crossing),
    lines: row.lines.length,
    source: table.source,
    unclaimed: [],
  };
};

/** True for names beside each other, as over several tables or below a chart. */
const areTitles = ({ name, limits }: Common, value: string): boolean =>
  (isGroupWord(name) && isGroupWord(value)) ||
  ((limits.text === null ? isAnalyte(name) : isAnalyte(limits.text)) && isAnalyte(value) && toKind(value) === 'text');

type Sampled = { sample: string | undefined; value: Value; printed: Printed };

const NO_VERDICT: Verdict = { status: null, demand: null, word: null, agreement: 'alone' };

const readResult = (
  row: Row,
  common: Common,
  { sample, value, printed, ...context }: Sampled & Context,
): FoundResult => {
  const { table, section, mark } = context;
  const { name, limits, others } = common;
  const result = isOpen(value.text) ? null : cleanResult(table.repair(value.text));
  const unit = common.unit || table.layout.columns[value.column]?.head?.unit;
  const decideBy = (by: Limits, word: string): Verdict =>
    result === null
      ? { ...NO_VERDICT, status: readStatusWord(word, { column: true }) === 'fail' ? 'fail' : null }
      : decide({
          specification: by.text,
          result,
          printed: word,
          shared: printed.shared,
          bare: by.bare,
          mark,
          below: quantitationLimit(table, row, result),
          specificationUnit: by.unit,
          resultUnit: unit,
        });
  const verdict = decideBy(limits, textAt(row, printed.at));
  // Limits beyond the first that the result fails although it passes those.
  const failed = verdict.word === null ? others.filter((other) => decideBy(other, '').status === 'fail') : [];
  const found: FoundResult = {
    parameter: name,
    specification: limits.text,
    result,
    status: verdict.status,
    ...(unit && !isFinding(toKind(unit)) ? { unit } : {}),
    ...(section === undefined ? {} : { section }),
    ...(sample === undefined ? {} : { sample }),
    signs: findSigns(row, common, { table, read: { result, column: value.column, statusAt: printed.at, verdict } }),
  };
  return withUnclaimed(found, [
    ...common.unclaimed,
    ...failed.map(({ text }) => ({ head: 'a second limit', text: text ?? '' })),
  ]);
};

const isOpen = (text: string): boolean => text === '' || toKind(text) === 'nothing';

/** True for a line that names a parameter, though no result stands in it: it has limits, a claim or a unit, or a dash. */
const isParameter = (table: Table, row: Row, { limits }: Common): boolean => {
  const isStated = (role: Role): boolean => columnsWith(table, role).some((at) => cellText(row, at) !== '');
  const isClaimed = columnsWith(table, 'other').some((at) => toKind(cellText(row, at)) === 'number');
  const isTitle = limits.text !== null && /^(?:pass|fail)(?:ed)?$/i.test(limits.text);
  if (isTitle || columnsWith(table, 'result', 'status').length === 0) return false;
  return limits.text !== null || isClaimed || isStated('unit') || isStated('detection') || isStated('result');
};

const readResultsIn = (row: Row, context: Context): FoundResult[] => {
  const { table } = context;
  const common = findCommon(table, row);
  if (!isTestName(common.name)) return [];
  const samples = readSamples(table).map(({ name, columns }) => {
    const printed = getStatus(table, row, columns);
    // Where a table only judges, the judgement is the result.
    const value =
      columns.length === 0 && printed.at !== undefined
        ? { text: textAt(row, printed.at), column: printed.at }
        : valueFor(table, row, { columns, unit: common.limits.unit });
    return { sample: name, value, printed };
  });
  const found = samples.flatMap(({ value, ...sampled }): FoundResult[] => {
    if (!value || value.text === '' || isDate(value.text)) return [];
    if (areTitles(common, value.text)) return [];
    if (isTitleWithVerdict(table, row, value.text) || isStrayText(table, row, value.text)) return [];
    return [readResult(row, common, { ...sampled, value, ...context })];
  });
  const [first] = samples;
  const isEmpty = samples.every(({ value }) => value === undefined || isOpen(value.text));
  if (!isEmpty || !first) return found;
  if (!isParameter(table, row, common)) return [];
  const value = first.value ?? { text: '', column: columnsWith(table, 'result', 'status')[0] ?? 0 };
  return [readResult(row, common, { ...first, sample: undefined, value, ...context })];
};

/** True for a row that names a section and holds no values. */
const findSection = (table: Table, row: Row): string | undefined => {
  const filled = table.layout.columns.flatMap((_, at) =>
    table.layout.roles[at] === 'index' || cellText(row, at) === '' ? [] : [at],
  );
  const [only] = filled;
  if (filled.length !== 1 || only === undefined) return undefined;
  const text = cleanName(cellText(row, only));
  return /\p{L}{3}/u.test(text) && text.split(' ').length <= 8 && !isFinding(toKind(text)) ? text : undefined;
};

/** The results of a table by its rows, and the words of those. */
export const readResults = (table: Table): { rows: ReadRow[]; words: Set<Word> } => {
  const words = new Set<Word>();
  let section = table.title;
  const mark = findMark(table);
  const rows: ReadRow[] = [];
  for (const row of table.rows) {
    const isNumbered = columnsWith(table, 'index').some((at) => cellText(row, at) !== '');
    const results = readResultsIn(row, { table, section: isNumbered ? table.title : section, mark });
    const nameless = namelessIn(table, row);
    const above = rows.at(-1);
    if (above) above.results = above.results.map((result) => withUnclaimed(result, nameless));
    if (results.length === 0) section = findSection(table, row) ?? section;
    else {
      rows.push({ row, results });
      for (const line of row.lines) for (const word of [...line.cells.values()].flat()) words.add(word);
    }
  }
  return { rows, words };
};
