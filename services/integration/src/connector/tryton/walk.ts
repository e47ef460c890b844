import type { Domain } from './domain.ts';
import { ALL_ROWS, changeOf, type Row } from './record.ts';
import type { Rpc } from './rpc.ts';
import { compareStamps, type Stamp } from './wire.ts';

/** `condition` is what rows must fulfil, `names` what is asked for of each. */
export type Walk = { object: string; names: readonly string[]; condition: Domain; pageSize: number };

/** Rows that were written since they were made, and those that were not, have the date of their last change in two fields. */
type Part = { field: 'create_date' | 'write_date'; rows: Domain };

const MADE: Part = { field: 'create_date', rows: [['write_date', '=', null]] };
const WRITTEN: Part = { field: 'write_date', rows: [['write_date', '!=', null]] };

/**
 * Rows in the order of (last change, id), from `since` on. Tryton cannot sort by the later of two fields: both parts are
 * asked for, and put together as far as both are known. A row that changes meanwhile comes again in its new place.
 */
export async function* walkChanges(rpc: Rpc, walk: Walk, since: Stamp | null): AsyncGenerator<Row[]> {
  const ask = (part: Part, after: Row | undefined) => askPart(rpc, walk, { part, since, after });
  const isFull = (rows: readonly Row[]) => rows.length >= walk.pageSize;
  for (let place: Row | undefined; ; ) {
    const made = await ask(MADE, place);
    const written = await ask(WRITTEN, place);
    // What was made since `made` was asked for comes before what was written later still.
    const newcomers = !isFull(made) && written.length > 0 ? await ask(MADE, made.at(-1) ?? place) : [];
    const ends = [made, written].filter(isFull).flatMap((rows) => rows.slice(-1));
    const isDue = (row: Row) =>
      ends.every((end) => compareRows(row, end) <= 0) && newcomers.every((newcomer) => compareRows(row, newcomer) < 0);
    const due = [...made, ...written].sort(compareRows).filter(isDue);
    yield* pagesOf(latestOf(due), walk.pageSize);
    place = due.at(-1) ?? place;
    if (ends.length === 0 && newcomers.length === 0) return;
  }
}

type Place = { part: Part; since: Stamp | null; after: Row | undefined };

const askPart = async (rpc: Rpc, walk: Walk, { part, since, after }: Place): Promise<Row[]> => {
  const { field, rows } = part;
  const from = after ? beyond(field, after) : since ? [[field, '>=', since]] : [];
  const domain = [...walk.condition, ...rows, ...from];
  const order = [
    [field, 'ASC'],
    ['id', 'ASC'],
  ];
  return (await rpc(
    `model.${walk.object}.search_read`,
    [domain, 0, walk.pageSize, order, walk.names],
    ALL_ROWS,
  )) as Row[];
};

const beyond = (field: string, row: Row): Domain => {
  const stamp = changeOf(row);
  return [
    [
      'OR',
      [field, '>', stamp],
      [
        [field, '=', stamp],
        ['id', '>', row.id],
      ],
    ],
  ];
};

const compareRows = (one: Row, other: Row): number =>
  compareStamps(changeOf(one), changeOf(other)) || one.id - other.id;

/** A row that was written between the two questions is in both answers: as it stands now is enough. */
const latestOf = (rows: readonly Row[]): Row[] => {
  const latest = new Map(rows.map((row) => [row.id, row]));
  return rows.filter((row) => latest.get(row.id) === row);
};

function* pagesOf(rows: readonly Row[], size: number): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
