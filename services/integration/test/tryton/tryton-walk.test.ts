import { expect } from 'chai';
import type { Row } from '../../src/connector/tryton/record.ts';
import type { Rpc } from '../../src/connector/tryton/rpc.ts';
import { walkChanges } from '../../src/connector/tryton/walk.ts';
import { compareStamps, instantOf, type Stamp, stampOf } from '../../src/connector/tryton/wire.ts';

type Clause = [field: 'create_date' | 'write_date' | 'id', operator: string, value: unknown];
type Condition = Clause | ['OR', ...Condition[]] | Condition[];

const START = Date.UTC(2026, 0, 1);
const WALK = { object: 'party.party', names: [], condition: [], pageSize: 3 };
/** Far from all rows, and all of them. */
const PAGE_SIZES = [3, 20];

const compareValues = (one: unknown, other: unknown): number =>
  typeof one === 'number' ? one - (other as number) : compareStamps(one as Stamp, other as Stamp);

const HOLDS: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const holds = (row: Row, condition: Condition): boolean => {
  if (condition[0] === 'OR') return (condition.slice(1) as Condition[]).some((one) => holds(row, one));
  if (Array.isArray(condition[0]) || condition.length === 0)
    return (condition as Condition[]).every((one) => holds(row, one));
  const [field, operator, value] = condition as Clause;
  if (value === null) return (row[field] === null) === (operator === '=');
  return row[field] !== null && (HOLDS[operator]?.(compareValues(row[field], value)) ?? false);
};

/** Rows as Tryton keeps them, by a clock of their own; `before` is called before each question is answered. */
const makeRows = (before: (question: number) => void) => {
  const rows = new Map<number, Row>();
  let ticks = 0;
  let questions = 0;
  const now = (): Stamp => {
    ticks += 1;
    return stampOf(new Date(START + ticks));
  };
  const rpc: Rpc = async (_method, [domain, , limit, order]) => {
    before(questions);
    questions += 1;
    const [[field]] = order as [[string]];
    const found = [...rows.values()].filter((row) => holds(row, domain as Condition));
    const byField = (one: Row, other: Row) => compareValues(one[field], other[field]) || one.id - other.id;
    return found.sort(byField).slice(0, limit as number);
  };
  return {
    rows,
    rpc,
    questions: () => questions,
    make: () => rows.set(rows.size + 1, { id: rows.size + 1, create_date: now(), write_date: null, _timestamp: '' }),
    write: (id: number) => rows.set(id, { ...(rows.get(id) as Row), write_date: now() }),
  };
};

const changeOf = ({ write_date, create_date }: Row): Stamp => write_date ?? create_date;

type Rows = ReturnType<typeof makeRows>;

const ACTIONS: Record<string, (rows: Rows) => void> = {
  'a row is made': (rows) => void rows.make(),
  'the first row is written': (rows) => void rows.write(1),
  'the last row is written': (rows) => void rows.write(rows.rows.size),
  'a row is made, then a row is written': (rows) => {
    rows.make();
    rows.write(2);
  },
};

/** Eight rows of which three were written; the action takes place before that question of the first walk. */
const walkTwice = async (act: (rows: Rows) => void, { moment, pageSize }: { moment: number; pageSize: number }) => {
  const walk = { ...WALK, pageSize };
  const seen = new Map<number, Row>();
  const order: Row[] = [];
  let store: Rows | undefined;
  store = makeRows((question) => question === moment && store && act(store));
  for (let count = 0; count < 8; count += 1) store.make();
  for (const id of [2, 5, 7]) store.write(id);
  for await (const rows of walkChanges(store.rpc, walk, null)) {
    expect(new Set(rows.map(({ id }) => id)).size, 'rows of a page').to.equal(rows.length);
    order.push(...rows);
  }
  const questions = store.questions();
  for (const row of order) seen.set(row.id, row);
  const last = order.at(-1) as Row;
  // Whatever comes later begins where the first walk ended, without a moment before it.
  for await (const rows of walkChanges(store.rpc, walk, stampOf(instantOf(changeOf(last)))))
    for (const row of rows) seen.set(row.id, row);
  return { seen, order, stored: store.rows, questions };
};

describe('a walk over the changes of Tryton', () => {
  const testPages = async (act: (rows: Rows) => void, pageSize: number) => {
    const { questions } = await walkTwice(() => {}, { moment: -1, pageSize });
    for (let moment = 0; moment <= questions; moment += 1) {
      const { seen, order, stored } = await walkTwice(act, { moment, pageSize });
      expect(seen, `before question ${moment}`).to.deep.equal(stored);
      const sorted = order.toSorted((one, other) => compareStamps(changeOf(one), changeOf(other)) || one.id - other.id);
      expect(order, `before question ${moment}`).to.deep.equal(sorted);
    }
  };

  for (const [name, act] of Object.entries(ACTIONS))
    for (const pageSize of PAGE_SIZES)
      it(`misses nothing and keeps the order when ${name} at any moment of it, pages of ${pageSize}`, () =>
        testPages(act, pageSize));

  it('begins with what changed at the very moment that it is given', async () => {
    const store = makeRows(() => {});
    for (let count = 0; count < 3; count += 1) store.make();
    const since = (store.rows.get(2) as Row).create_date;
    const found: number[] = [];
    for await (const rows of walkChanges(store.rpc, WALK, since)) found.push(...rows.map(({ id }) => id));
    expect(found).to.deep.equal([2, 3]);
  });
});
