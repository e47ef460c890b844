import { measureOverlap, middleY } from '../../measure.ts';
import { deniesConformity, readStatusWord } from '../../value/status-word.ts';
import { isFinding, toKind } from '../cell/cell-kind.ts';
import type { Role } from '../head/word.ts';
import { cellText, type Row } from '../row/body-line.ts';
import type { Segment } from '../segment/segment.ts';
import { columnsWith, type Sheet, type Table } from '../table.ts';
import type { FoundResult, Unclaimed } from './found-result.ts';

/** The result, which is not passed where something beside it has no known meaning and may say the contrary. */
export const withUnclaimed = (found: FoundResult, unclaimed: readonly Unclaimed[]): FoundResult =>
  unclaimed.length === 0
    ? found
    : {
        ...found,
        status: found.status === 'pass' ? null : found.status,
        signs: { ...found.signs, unclaimed: [...found.signs.unclaimed, ...unclaimed] },
      };

const REMARK = /remark|note|comment|bemerkung|observ|deviation/i;

/** True for what a column says of a result though it holds none: no role is known, or a remark that is a finding itself. */
const isUnclaimed = (role: Role | undefined, head: string, text: string): boolean => {
  if (role === undefined) return toKind(text) !== 'nothing';
  const isRemark = role === 'other' && REMARK.test(head) && isFinding(toKind(text)) && readStatusWord(text) !== 'pass';
  return isRemark || (role === 'other' && deniesConformity(text));
};

/** The cells of a row that no role explains. */
export const unclaimedIn = ({ layout }: Table, row: Row): Unclaimed[] =>
  layout.columns.flatMap(({ head }, at) => {
    const [title, text] = [head?.text ?? '', cellText(row, at)];
    return text !== '' && isUnclaimed(layout.roles[at], title, text)
      ? [{ head: title || `column ${at + 1}`, text }]
      : [];
  });

/** A value without a name of its own below a row, as things without a meaning beside that row's result. */
export const namelessIn = (table: Table, row: Row): Unclaimed[] => {
  if (columnsWith(table, 'parameter').some((at) => /\p{L}/u.test(cellText(row, at)))) return [];
  return columnsWith(table, 'result').flatMap((at) =>
    isFinding(toKind(cellText(row, at))) ? [{ head: 'a line without a name', text: cellText(row, at) }] : [],
  );
};

const FARTHEST_BESIDE = 22;

/** True for a text that begins a label with its value, such as "Density: 1.1 g/ml". */
const isLabel = ({ text }: Segment, next: Segment | undefined): boolean =>
  toKind(text) === 'text' && (text.includes(':') || (next !== undefined && isFinding(toKind(next.text))));

/** What stands on the lines of a row behind its table and in no table itself: findings, and texts below a head of their own. */
export const besideRow = ({ head, layout }: Table, { lines }: Row, { segments }: Sheet): Unclaimed[] => {
  const edge = Math.max(head.x1, ...layout.columns.map(({ x1 }) => x1)) - head.size;
  const near = segments.filter(({ x0 }) => x0 > edge && x0 - edge < FARTHEST_BESIDE * head.size);
  return lines.flatMap((line) => {
    const [first, next] = near
      .filter((segment) => middleY(segment) > line.y0 && middleY(segment) < line.y1)
      .sort((a, b) => a.x0 - b.x0);
    if (!first || isLabel(first, next) || toKind(first.text) === 'nothing') return [];
    const above = near.find((one) => one.y0 < head.y1 && one.y1 > head.y0 && measureOverlap(one, first) > 0);
    // "C" under "C / NC": a letter that agrees.
    const isSilent = !above || readStatusWord(first.text, { column: true }) === 'pass';
    if (isSilent && !isFinding(toKind(first.text))) return [];
    return [{ head: above?.text ?? 'what stands beside the table', text: first.text }];
  });
};

const MOST_NAMED = 5;

/** What stands beside results and has no meaning that is known: by its head, with the rows that it touches. */
export const unclaimedWarnings = (results: readonly FoundResult[]): string[] => {
  const cells = results.flatMap((found) => found.signs.unclaimed.map(({ head, text }) => ({ head, text, found })));
  return [...Map.groupBy(cells, ({ head }) => head)].map(([head, under]) => {
    const texts = [...new Set(under.map(({ text, found }) => `"${text}" (${found.parameter})`))];
    const more = texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : '';
    return `not understood beside the results: ${head}: ${texts.slice(0, MOST_NAMED).join(', ')}${more}; these rows are not read as pass`;
  });
};
