import type { FoundResult } from '../result/found-result.ts';
import type { ReadRow } from '../result/table-result.ts';
import type { Table } from '../table.ts';

const FEWEST_MEASURED = 3;

type Read = { table: Table; rows: readonly ReadRow[] };

const joinText = (results: readonly FoundResult[]): string =>
  JSON.stringify(
    results.map(({ parameter, specification, result, status, unit }) => [
      parameter,
      specification,
      result,
      status,
      unit,
    ]),
  );

/** Measured values, which two samples hardly share. */
const isMeasured = ({ result }: FoundResult): boolean => /\d\D?\d/.test(result ?? '');

const isBeside = ({ head: left }: Table, { head: right }: Table): boolean =>
  left.y0 < right.y1 && right.y0 < left.y1 && (left.x1 <= right.x0 || right.x1 <= left.x0);

/**
 * The tables of a page without those that say word for word what the table beside them says: a form with its copy on one
 * sheet. Tables with few measured values may agree by chance.
 */
export const withoutCopies = <T extends Read>(tables: readonly T[]): T[] => {
  const texts = tables.map(({ rows }) => {
    const results = rows.flatMap((row) => row.results);
    return results.filter(isMeasured).length < FEWEST_MEASURED ? '' : joinText(results);
  });
  return tables.filter(
    ({ table }, at) =>
      texts[at] === '' ||
      !tables.slice(0, at).some((other, index) => texts[index] === texts[at] && isBeside(other.table, table)),
  );
};
