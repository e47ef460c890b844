import { t } from '@lingui/core/macro';
import type { PageList } from '@qsc/client';
import { makeError } from '../../session/client.ts';

/** The most rows of one export; the audit trail and the API have exports of their own for more. */
const MAX_ROWS = 10_000;

type Page<Row> = { data: readonly Row[]; meta: { total: number; total_pages: number } };

/** All rows of a list, in its order. Throws an `ApiError` (`too_many_rows`) for more than 10,000. */
export const readAll = async <Row>(list: PageList<Row, Page<Row>>): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of list) {
    rows.push(row);
    if (rows.length > MAX_ROWS)
      throw makeError('too_many_rows', t`The list has more than 10,000 rows. Narrow it by filters, then export it.`);
  }
  return rows;
};
