import { isFinding, isLimit, toKind } from '../cell/cell-kind.ts';
import type { Role } from '../head/word.ts';
import type { Line } from '../segment/segment.ts';
import { type BodyLine, cellText, type Layout } from './body-line.ts';

/** How far, in points, a cell may reach over the edge of its column. */
export const SLACK = 6;

const VALUES: readonly (Role | undefined)[] = ['result', 'specification', 'minimum', 'maximum', 'status'];

/** True where everything on a line stands inside a column; a name may run on over columns that hold no value. */
export const isInside = (line: Line, { columns, roles }: Layout): boolean =>
  line.segments.every(({ x0, x1 }) =>
    columns.some((column, at) => {
      const value = columns.find((other, index) => index > at && VALUES.includes(roles[index]) && other.x0 > column.x0);
      const [left, right] = [
        Math.min(column.x0, column.head?.x0 ?? column.x0),
        Math.max(column.x1, column.head?.x1 ?? column.x1),
      ];
      const end = roles[at] === 'parameter' && value ? value.x0 : right + SLACK;
      return left - SLACK < x0 && x0 < right && x1 < end;
    }),
  );

const joinText = (line: BodyLine, { roles }: Layout, wanted: readonly Role[]): string =>
  roles.flatMap((role, at) => (role && wanted.includes(role) ? [cellText({ lines: [line] }, at)] : [])).find(Boolean) ??
  '';

/** True for a line that could only be a row of the table: its name, its limits where the table has limits, its result. */
export const isRow = (line: BodyLine, layout: Layout): boolean => {
  const limits = joinText(line, layout, ['specification', 'minimum', 'maximum']);
  const found = joinText(line, layout, ['result']) || joinText(line, layout, ['status']);
  const isNamed = /\p{L}/u.test(joinText(line, layout, ['parameter']));
  const hasLimits = layout.roles.some((role) => role === 'specification' || role === 'minimum' || role === 'maximum');
  return isNamed && isFinding(toKind(found)) && (!hasLimits || isLimit(limits) || limits !== '');
};
