import { overlapOf } from '../measure.ts';
import type { Box } from '../page.ts';
import { isAnalyte } from './analyte.ts';
import { isForeign } from './body.ts';
import { isLimit, kindOf } from './cell-kind.ts';
import { headUnit, readHeadWord } from './head-word.ts';
import { isGroupWord } from './section-title.ts';
import type { Line, Segment } from './segment.ts';

const LIMITS =
  /^(?:spec(?:ification|\.)?s?|requirements?|limits?|limiti|limites|grenzwerte?|spezifikation(?:en)?|especificaci[oó]n(?:es)?|sp[ée]cifications?|standard|required|nominal)\b/i;
const DEMANDED =
  '(?:(?:\\D{0,20}\\s)?(?:req|spec|limit|standard|richiest|soll|exig|norm|order|grenz|anforderung)[\\p{L}.]*\\s)?';
const LOWEST = new RegExp(`^${DEMANDED}min(?:imum|imo|\\.)?$`, 'iu');
const HIGHEST = new RegExp(`^${DEMANDED}(?:max(?:imum|\\.)?|m[áa]x(?:imo|\\.)?|massimo)$`, 'iu');

/** The end of the limits that a row of a matrix names, or both. */
export type LimitEnd = 'low' | 'high' | 'whole';

/** Which end of the limits a row of a matrix names; undefined for a row of results. */
export const limitOf = (label: string): LimitEnd | undefined => {
  if (LOWEST.test(label)) return 'low';
  if (HIGHEST.test(label)) return 'high';
  return LIMITS.test(label) ? 'whole' : undefined;
};

const ELEMENT =
  /^(?:C|Si|Mn|P|S|Cr|Ni|Mo|Cu|V|Al|N|Ti|Nb|B|Co|As|Sn|W|Ca|Pb|Zr|Fe|Sb|Bi|Zn|Mg|Ta|Cd|Be|Li|Na|K|O|H|Ce|CE|CEV|Ceq|C\.?E\.?|O2|N2|CO2?|H2O?|H2S|SO2|NOx?|CH4|Ar|He|THC|Al\(?t(?:ot)?\)?)$/;
const PROPERTY =
  /\b(?:yield|tensile|elong(?:ation)?|hardness|impact|reduction of area|proof (?:stress|strength)|rm ?\/ ?re|r[mep](?:[hl]|0[.,]2)?|a5|a80|agt|cross sect\w*|weight per|re-?bend|bend(?:ing)? test|charpy|ceq|cev|carbon equivalent|viscosity|density|purity|moisture|turbidity|conductivity|chlorine)\b/i;
/** EN 10168: C00 to C03 name the test piece, the other C what was found on it. */
const ANY_CODE = /^[BC]\d\d(?:\s|$)/;
const RESULT_CODE = /^C(?:0[4-9]|[1-9]\d)(?:\s|$)/;
/** The energy of impact, the temperature of its test behind it: "KV1 -20 °C". */
const IMPACT = /^(?:K[VU]\d?|KCV|CVN|ISO-V)(?:[\s,([+-]|$)/;
/** Fewer columns of known names than this are no matrix. */
export const FEWEST_COLUMNS = 3;
/** Absences fill a line of values too, but names of other things look like them. */
const FEWEST_NUMBERS = 2;
const NEAR = 1.3;

/** A name with the unit behind it: "Rm MPa", "ReH (MPa)", "A %". */
const UNIT_BEHIND = /^(.*[^\s,])(?:,\s*|\s+)(\S+)$|^(.*[^\s])\s*[([]([^)\]]+)[)\]]$/;

/** "-20 °C" behind a name is where it was tested. */
const TEMPERATURE = /[\s+-]\d+ ?°[CF]$/;

const JOULE = /^[([]?J[)\]]?$/;

/** The unit that a text is; here J is the unit of impact. */
const unitAlone = (text: string): string | undefined => (JOULE.test(text.trim()) ? 'J' : headUnit(text));

const unitOfName = (text: string): string | undefined => {
  const [, , behind, , bracketed] = UNIT_BEHIND.exec(text.trim()) ?? [];
  const unit = bracketed ?? behind;
  if (unit === undefined || kindOf(text) !== 'text' || TEMPERATURE.test(text)) return undefined;
  return unitAlone(unit);
};

/** The unit behind a name; "Yield 0.2%" names an offset. */
const PERCENT = /(?<!\d)\s*%$/;

const withoutUnit = (text: string): string => {
  const [, named, , bracketed] = UNIT_BEHIND.exec(text.trim()) ?? [];
  return unitOfName(text) === undefined ? text.replace(PERCENT, '') : (bracketed ?? named ?? text);
};

const bareName = (text: string): string =>
  withoutUnit(text)
    .replace(/[([{].*$|,? ?%$/g, '')
    .trim();

/** Letters that stand for a property of steel where a unit stands behind them. */
const SYMBOL = /^(?:A|A ?\d{1,3}|Z|E|K[VU]2?|Agt?)$/;

const isKnown = (text: string): boolean =>
  ELEMENT.test(bareName(text)) ||
  PROPERTY.test(text) ||
  IMPACT.test(text) ||
  RESULT_CODE.test(text) ||
  isAnalyte(bareName(text)) ||
  (SYMBOL.test(bareName(text)) && unitOfName(text) !== undefined);

const isHeadWord = ({ text }: Segment): boolean => readHeadWord(text)?.strict === true;

const isValueLine = ({ segments }: Line): boolean => {
  const kinds = segments.map(({ text }) => kindOf(text));
  if (kinds.filter((kind) => kind === 'number').length < FEWEST_NUMBERS) return false;
  const found = segments.filter((_, at) => kinds[at] === 'number' || kinds[at] === 'absence');
  // "Heat, 1, 2, 3, mean": the figures count the test pieces.
  const isCounted = found.every(({ text }, at) => text === `${at + 1}`) && segments.some(isHeadWord);
  return found.length >= FEWEST_COLUMNS && !isCounted;
};

const isLimitsLine = ({ segments }: Line): boolean => {
  const [label, value] = segments;
  return label !== undefined && value !== undefined && limitOf(label.text) !== undefined && /\d/.test(value.text);
};

/** A column of a matrix with the pieces of its head. */
export type Cell = Box & { segments: Segment[]; units: string[] };

/** The columns that the lines of values leave apart. */
const columnsOf = (lines: readonly Line[]): Cell[] => {
  const columns: Cell[] = [];
  for (const segment of lines.flatMap(({ segments }) => segments).sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last && segment.x0 < last.x1) last.x1 = Math.max(last.x1, segment.x1);
    else columns.push({ x0: segment.x0, x1: segment.x1, y0: segment.y0, y1: segment.y1, segments: [], units: [] });
  }
  return columns;
};

/** The column that a segment belongs to. */
export const nearest = (columns: readonly Cell[], segment: Segment): Cell | undefined =>
  [...columns].sort(
    (a, b) =>
      Math.max(0, overlapOf(b, segment)) - Math.max(0, overlapOf(a, segment)) ||
      Math.abs(a.x0 + a.x1 - segment.x0 - segment.x1) - Math.abs(b.x0 + b.x1 - segment.x0 - segment.x1),
  )[0];

/** The lines of a matrix. */
export type Band = { head: Line[]; body: Line[] };

const MOST_ABOVE = 2;
const MOST_BELOW = 4;
const FARTHEST_ROW = 3;

const linesAbove = (lines: readonly Line[], at: number): Line[] => {
  const above: Line[] = [];
  for (let index = at - 1; index >= 0 && above.length < MOST_ABOVE; index -= 1) {
    const [upper, lower] = [lines[index], lines[index + 1]];
    if (!upper || !lower || isForeign(upper) || isValueLine(upper) || upper.segments.length < 2) break;
    if (lower.y0 - upper.y1 > NEAR * lower.size) break;
    above.unshift(upper);
  }
  return above;
};

const knownIn = ({ segments }: Line): number => segments.filter(({ text }) => isKnown(text)).length;

/** True for the names of another matrix: words and units alone in several columns. */
const isOtherHead = ({ segments }: Line): boolean =>
  segments.length >= FEWEST_COLUMNS &&
  segments.every(({ text }) => kindOf(text) === 'text' && /\p{L}/u.test(text)) &&
  segments.some(({ text }) => isKnown(text));

const bodyFrom = (lines: readonly Line[]): Line[] => {
  const body: Line[] = [];
  for (const line of lines) {
    const last = body.at(-1);
    const isFar = last !== undefined && line.y0 - last.y1 > FARTHEST_ROW * line.size;
    if (isForeign(line) || isFar || isOtherHead(line) || knownIn(line) >= FEWEST_COLUMNS) break;
    body.push(line);
  }
  return body;
};

/** True for a line of limits for several tests: a word that says so, and limits behind it. */
const isLimited = ({ segments: [label, ...others] }: Line): boolean =>
  label !== undefined &&
  limitOf(label.text) === 'whole' &&
  others.filter(({ text }) => isLimit(text)).length >= FEWEST_COLUMNS;

const roleOf = ({ segments: [label] }: Line): string | undefined => {
  const word = label && readHeadWord(label.text);
  return word?.strict ? word.role : undefined;
};

/** True for a line of methods or units between the names and the limits, or for the rest of a name. */
const isBetween = (line: Line): boolean =>
  roleOf(line) === 'method' || roleOf(line) === 'unit' || isUnitLine(line) || line.segments.length < FEWEST_COLUMNS;

/** True for a line of names above one of limits. */
const isOverLimits = (line: Line, below: readonly Line[]): boolean => {
  const at = below.slice(0, MOST_BELOW).findIndex(isLimited);
  const lines = [line, ...below.slice(0, at + 1)];
  const areNear = lines.every((each, index) => index === 0 || each.y0 - (lines[index - 1]?.y1 ?? 0) < NEAR * each.size);
  return at >= 0 && areNear && !isBetween(line) && below.slice(0, at).every(isBetween);
};

/** True for a line that names several tests beside each other: they are known, or limits for all of them stand below. */
export const isNameLine = (line: Line, below: readonly Line[] = []): boolean =>
  (line.segments.length > FEWEST_COLUMNS && isOverLimits(line, below) && !isValueLine(line)) ||
  (knownIn(line) > 0 &&
    line.segments.filter(({ text }) => isKnown(text) || ANY_CODE.test(text) || unitOfName(text) !== undefined).length >=
      FEWEST_COLUMNS);

/** The lines of a head around one that names several tests, and the lines of values below it. */
export const bandAt = (lines: readonly Line[], at: number): Band | undefined => {
  const start = lines.findIndex((line, index) => index > at && (isValueLine(line) || isLimitsLine(line)));
  if (start < 0 || start - at > MOST_BELOW) return undefined;
  return { head: [...linesAbove(lines, at), ...lines.slice(at, start)], body: bodyFrom(lines.slice(start)) };
};

/** A test that names a column. */
export type Parameter = { column: Cell; name: string; unit: string | undefined };

const isUnitLine = ({ segments }: Line): boolean =>
  segments.filter(({ text }) => unitAlone(text) !== undefined).length * 2 > segments.length;

/** "1", "2", "3": test pieces, counted. */
const isCount = ({ text }: Segment): boolean => /^\d{1,2}$/.test(text);

/** "Lot", "Heat No.": what the lines of a matrix are. */
const isSampleWord = ({ text }: Segment): boolean => {
  const word = readHeadWord(text);
  return word?.strict === true && word.role === 'sample';
};

type Homes = ReadonlyMap<Segment, Cell | undefined>;

/** The columns that a piece of a head stands over: its own, or all of those whose own pieces stand below it. */
const columnsUnder = (segment: Segment, head: readonly Line[], homes: Homes): Cell[] => {
  const lower = head.filter(({ y0 }) => y0 > segment.y0 + 0.5 * segment.size);
  const pieces = lower.flatMap(({ segments }) => {
    const touched = segments.filter((piece) => overlapOf(piece, segment) > 0);
    return touched.some(isCount) ? segments.filter(isCount) : touched;
  });
  const under = new Set(pieces.flatMap((piece) => homes.get(piece) ?? []));
  const own = homes.get(segment);
  return under.size > 1 ? [...under] : own ? [own] : [];
};

/** Puts the pieces of a head to the columns below them: names apart from units, without what names a group of columns. */
const spread = (head: readonly Line[], columns: readonly Cell[]): void => {
  const all = head.flatMap(({ segments }) => segments);
  const homes: Homes = new Map(all.map((segment) => [segment, nearest(columns, segment)]));
  for (const line of head.filter((each) => roleOf(each) !== 'method')) {
    for (const segment of line.segments) {
      for (const column of columnsUnder(segment, head, homes)) {
        if (isUnitLine(line)) column.units.push(segment.text);
        else if (isKnown(segment.text) || !isGroupWord(segment.text)) column.segments.push(segment);
      }
    }
  }
};

/** True for a column of verdicts alone. */
const isJudged = (column: Cell, columns: readonly Cell[], lines: readonly Line[]): boolean => {
  const cells = lines.flatMap(({ segments }) => segments.filter((segment) => nearest(columns, segment) === column));
  return cells.length > 0 && cells.every(({ text }) => kindOf(text) === 'verdict');
};

const namePieces = (texts: readonly string[]): string[] =>
  texts.filter((text, index) => index === 0 || unitAlone(text) === undefined);

type Judging = { columns: readonly Cell[]; lines: readonly Line[] };

const LETTERS = /^(?!release|decision|disposition)\p{L}[\p{L} ./-]{3,}$/iu;

/** True for the head of a column that names a test by its words, its unit or the verdicts below it. */
const isTest = (name: string, column: Cell, { columns, lines }: Judging): boolean => {
  const texts = column.segments.map(({ text }) => text).join(' ');
  if (isKnown(name) || isKnown(texts) || (SYMBOL.test(name) && unitIn(column) !== undefined)) return true;
  if (readHeadWord(name)?.strict === true) return false;
  return unitOfName(name) !== undefined || (LETTERS.test(name) && isJudged(column, columns, lines));
};

const textsOf = (column: Cell): string[] => column.segments.map(({ text }) => text);

const unitIn = (column: Cell): string | undefined => {
  const texts = textsOf(column);
  return (
    [...column.units, ...texts.slice(1)].map(unitAlone).find(Boolean) ??
    [...texts, texts.join(' ')].map(unitOfName).find(Boolean)
  );
};

const nameOf = (column: Cell): string => {
  const texts = textsOf(column);
  return namePieces(texts.length > 1 ? texts.map(withoutUnit) : texts).join(' ');
};

const toParameter = (column: Cell): Parameter => {
  const name = nameOf(column);
  const unit = unitIn(column) ?? (PERCENT.test(name) ? '%' : undefined);
  return { column, name: withoutUnit(name), unit };
};

/** The columns with limits in a matrix of lots or heats: tests, whatever they are called. */
const limitedOf = ({ head, body }: Band, columns: readonly Cell[]): Cell[] => {
  if (!head.some(({ segments }) => segments.some(isSampleWord))) return [];
  const limits = body.filter(isLimited).flatMap(({ segments }) => segments.filter(({ text }) => isLimit(text)));
  return [...new Set(limits.flatMap((segment) => nearest(columns, segment) ?? []))];
};

/** The columns of a matrix and the tests that they hold: those that are known, or where few are, those with limits. */
export const parametersOf = (band: Band): { columns: Cell[]; parameters: Parameter[] } => {
  const lines = band.body.filter(isValueLine);
  const columns = columnsOf(lines);
  spread(band.head, columns);
  for (const column of columns) column.segments.sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const known = columns.filter((column) => isTest(nameOf(column), column, { columns, lines }));
  const tests = known.length >= FEWEST_COLUMNS ? known : limitedOf(band, columns);
  return { columns, parameters: tests.map(toParameter) };
};
