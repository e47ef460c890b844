import { median } from '../../measure.ts';
import type { Word } from '../../page.ts';
import { commonMark, type DecimalMark, parseNumber } from '../../value/number.ts';
import { isAnalyte } from '../cell/analyte.ts';
import { isFinding, isUnit, kindOf } from '../cell/cell-kind.ts';
import { isGroupWord } from '../cell/section-title.ts';
import { isTestName } from '../cell/test-name.ts';
import { cellText, cellWords, type Row } from '../row/body-line.ts';
import { trimDashes } from '../segment/ocr-word.ts';
import { columnsWith, type Table } from '../table.ts';
import { cleanName, cleanResult, type FoundResult, type Signs } from './found-result.ts';
import { type Limits, limitsOf } from './limits.ts';
import { isUntold, sampleColumns, type Value, valueFor } from './sample.ts';
import { decide, type Verdict } from './verdict.ts';

const textAt = (row: Row, column: number | undefined): string => (column === undefined ? '' : cellText(row, column));

const ocrOf = (row: Row, columns: readonly number[]): number =>
  Math.min(1, ...columns.flatMap((at) => cellWords(row, at).map(({ confidence }) => confidence)));

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

const usualCells = perTable((table) => median(table.rows.map((row) => filledCells(table, row))));

// "PESTICIDES ... PASS": what is said of a section as a whole stands alone among rows that hold more.
const isTitleWithVerdict = (table: Table, row: Row, value: string): boolean => {
  if (kindOf(value) !== 'verdict') return false;
  return filledCells(table, row) <= 2 && usualCells(table) >= 3;
};

const LIMITED = 0.7;

const hasLimits = (table: Table, row: Row): boolean =>
  columnsWith(table, 'specification', 'minimum', 'maximum').some(
    (at) => kindOf(cellText(row, at)) !== 'nothing' && cellText(row, at) !== '',
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
  return texts.filter((text) => kindOf(text) !== 'text').length >= FOUND_SHARE * texts.length;
});

// Words or other names without limits among rows that have them, or among findings, are a remark that the table seems to go on with.
const isStrayText = (table: Table, row: Row, value: string): boolean => {
  if (kindOf(value) !== 'text' || hasLimits(table, row)) return false;
  if (value.split(' ').length < 3 && !isAnalyte(value)) return false;
  return isMostlyLimited(table) || (isMostlyFound(table) && filledCells(table, row) <= 2 && usualCells(table) >= 3);
};

const NOT_DETECTED = /^n\.?\s?d\.?$|not detected|absent/i;

/**
 * The limit of quantitation that a result is below ("0.5 ppm"), where it stands in a column of its own. What is not
 * detected is below the limit of detection, which such a column seldom tells.
 */
const quantitationLimit = (table: Table, row: Row, result: string): string | undefined => {
  if (kindOf(result) !== 'absence' || NOT_DETECTED.test(result) || /\d/.test(result)) return undefined;
  const stated = columnsWith(table, 'detection').flatMap((at) => {
    const value = parseNumber(cellText(row, at));
    return value === null ? [] : [{ value, text: `${value} ${table.layout.columns[at]?.head?.unit ?? ''}`.trim() }];
  });
  return stated.toSorted((a, b) => b.value - a.value)[0]?.text;
};

type Context = { table: Table; section: string | undefined; mark: DecimalMark | undefined };

/** How the numbers of a table mark decimals; undefined where none of them shows it. */
const markOf = (table: Table): DecimalMark | undefined => {
  const columns = columnsWith(table, 'result', 'specification', 'minimum', 'maximum');
  return commonMark(table.rows.flatMap((row) => columns.map((at) => cellText(row, at))));
};

/** What is the same for all samples of a row. */
type Common = { name: string; nameAt: number | undefined; limits: Limits; statusAt: number | undefined; unit: string };

const commonOf = (table: Table, row: Row): Common => {
  const [nameAt] = columnsWith(table, 'parameter');
  const statusAt = columnsWith(table, 'status').find((at) => cellText(row, at) !== '');
  const unitAt = columnsWith(table, 'unit').find((at) => isUnit(cellText(row, at)) || cellText(row, at).length <= 12);
  const unit = textAt(row, unitAt);
  const printed = textAt(row, nameAt);
  const name = cleanName(table.origin === 'text' ? printed : trimDashes(printed));
  return { name, nameAt, limits: limitsOf(table, row), statusAt, unit };
};

/** True for a column that its cells alone show to hold results. */
const isGuessed = ({ layout }: Table, column: number): boolean => {
  const head = layout.columns[column]?.head;
  return layout.roles[column] === 'result' && head?.role === undefined && !/\d/.test(head?.text ?? '');
};

type Read = { result: string; column: number; verdict: Verdict };

const signsOf = (
  row: Row,
  { nameAt, limits, statusAt }: Common,
  { table, read }: { table: Table; read: Read },
): Signs => {
  const limitsAt = columnsWith(table, 'specification', 'minimum', 'maximum');
  const used = [nameAt, read.column, statusAt, ...limitsAt].filter((at) => at !== undefined);
  return {
    ocr: ocrOf(row, used),
    kind: kindOf(read.result),
    verdict: read.verdict,
    hasSpecification: limits.text !== null,
    guessed: isGuessed(table, read.column),
    crossing: row.lines.some(({ crossing }) => crossing),
    lines: row.lines.length,
    source: table.source,
  };
};

/** True for names beside each other, as over several tables or below a chart. */
const areTitles = ({ name, limits }: Common, value: string): boolean =>
  (isGroupWord(name) && isGroupWord(value)) ||
  ((limits.text === null ? isAnalyte(name) : isAnalyte(limits.text)) && isAnalyte(value) && kindOf(value) === 'text');

type Sampled = { sample: string | undefined; value: Value };

const resultOf = (row: Row, common: Common, { sample, value, ...context }: Sampled & Context): FoundResult => {
  const { table, section, mark } = context;
  const { name, limits, statusAt } = common;
  const result = cleanResult(table.mend(value.text));
  const unit = common.unit || table.layout.columns[value.column]?.head?.unit;
  const printed = textAt(row, statusAt);
  const units = { specificationUnit: limits.unit, resultUnit: unit };
  const below = quantitationLimit(table, row, result);
  const verdict = decide({ specification: limits.text, result, printed, bare: limits.bare, mark, below, ...units });
  return {
    parameter: name,
    specification: limits.text,
    result,
    status: verdict.status,
    ...(unit && !isFinding(kindOf(unit)) ? { unit } : {}),
    ...(section === undefined ? {} : { section }),
    ...(sample === undefined ? {} : { sample }),
    signs: signsOf(row, common, { table, read: { result, column: value.column, verdict } }),
  };
};

const resultsOf = (row: Row, context: Context): FoundResult[] => {
  const { table } = context;
  const common = commonOf(table, row);
  if (!isTestName(common.name)) return [];
  return sampleColumns(table).flatMap(({ name, columns }): FoundResult[] => {
    // Where a table only judges, the judgement is the result.
    const judged = columns.length === 0 && common.statusAt !== undefined ? common.statusAt : undefined;
    const value =
      judged === undefined
        ? valueFor(table, row, { columns, unit: common.limits.unit })
        : { text: textAt(row, judged), column: judged };
    if (!value || value.text === '' || isUntold(value.text)) return [];
    if (areTitles(common, value.text)) return [];
    if (isTitleWithVerdict(table, row, value.text) || isStrayText(table, row, value.text)) return [];
    return [resultOf(row, common, { sample: name, value, ...context })];
  });
};

/** True for a row that names a section and holds no values. */
const sectionOf = (table: Table, row: Row): string | undefined => {
  const filled = table.layout.columns.flatMap((_, at) =>
    table.layout.roles[at] === 'index' || cellText(row, at) === '' ? [] : [at],
  );
  const [only] = filled;
  if (filled.length !== 1 || only === undefined) return undefined;
  const text = cleanName(cellText(row, only));
  return /\p{L}{3}/u.test(text) && text.split(' ').length <= 8 && !isFinding(kindOf(text)) ? text : undefined;
};

/** True for a row whose name and limits or claim are told and whose result is left open: nothing else may read it. */
const isOpenRow = (table: Table, row: Row): boolean => {
  const { name, limits } = commonOf(table, row);
  const results = columnsWith(table, 'result');
  const isClaimed = columnsWith(table, 'other').some((at) => kindOf(cellText(row, at)) === 'number');
  const isOpen = results.length > 0 && results.every((at) => cellText(row, at) === '');
  return isOpen && isTestName(name) && (limits.text !== null || isClaimed);
};

/** The results of a table, and the words of the rows that hold them. */
export const readResults = (table: Table): { results: FoundResult[]; words: Set<Word> } => {
  const words = new Set<Word>();
  let section = table.title;
  const mark = markOf(table);
  const results = table.rows.flatMap((row) => {
    const isNumbered = columnsWith(table, 'index').some((at) => cellText(row, at) !== '');
    const found = resultsOf(row, { table, section: isNumbered ? table.title : section, mark });
    if (found.length === 0) section = sectionOf(table, row) ?? section;
    if (found.length > 0 || isOpenRow(table, row))
      for (const line of row.lines) for (const word of [...line.cells.values()].flat()) words.add(word);
    return found;
  });
  return { results, words };
};
