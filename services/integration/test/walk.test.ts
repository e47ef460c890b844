import { expect } from 'chai';
import type { RemoteRecord } from '../src/connector/connector.ts';
import { pages, type Stream, walkChanges } from '../src/connector/walk.ts';
import { failure } from './odata/remote.ts';

const START = Date.UTC(2026, 0, 1);

/** Rows of a partner by a clock of their own; `before` is called before each question is answered. */
const makeRows = (pageSize: number, before: (question: number) => void = () => {}) => {
  const rows = new Map<string, RemoteRecord>();
  let ticks = 100;
  let questions = 0;
  const write = (id: number, tick = ++ticks): void => {
    const externalId = String(id).padStart(3, '0');
    const modifiedAt = new Date(START + tick).toISOString();
    rows.set(externalId, { externalId, modifiedAt, etag: null, deleted: false, fields: {} });
  };
  const page = (fits: (row: RemoteRecord) => boolean, toKey: (row: RemoteRecord) => string): RemoteRecord[] => {
    before(questions);
    questions += 1;
    const found = [...rows.values()].filter(fits);
    return found.sort((one, other) => (toKey(one) < toKey(other) ? -1 : 1)).slice(0, pageSize);
  };
  const stream = (since: string | null = null): Stream => ({
    since,
    from: async (at) =>
      page(
        ({ modifiedAt }) => at === null || (modifiedAt ?? '') >= at,
        ({ modifiedAt, externalId }) => `${modifiedAt} ${externalId}`,
      ),
    within: (at) =>
      pages(async ({ last }) =>
        page(
          ({ modifiedAt, externalId }) => modifiedAt === at && externalId > (last?.externalId ?? ''),
          ({ externalId }) => externalId,
        ),
      ),
    behind: (at) => new Date(Date.parse(at) + 1).toISOString(),
  });
  return { rows, write, stream, questions: () => questions };
};

const walked = async (streams: readonly Stream[]): Promise<RemoteRecord[]> =>
  (await Array.fromAsync(walkChanges({ streams, timeless: null }, 3))).flatMap(({ records }) => records);

const ACTIONS: Record<string, (rows: ReturnType<typeof makeRows>) => void> = {
  'a row is made': (rows) => rows.write(rows.rows.size),
  'the first row is written': (rows) => rows.write(0),
  'the last row is written': (rows) => rows.write(rows.rows.size - 1),
};

describe('a walk over changes', () => {
  for (const [name, act] of Object.entries(ACTIONS))
    for (const pageSize of [1, 3, 20])
      it(`misses nothing and preserves the order when ${name} at any moment of it, pages of ${pageSize}`, async () => {
        for (let moment = 0; moment < 20; moment += 1) {
          const rows = makeRows(pageSize, (question) => question === moment && act(rows));
          for (const id of [0, 1, 2, 3, 4, 5, 6, 7]) rows.write(id, 10 + (id >> 1));
          const found = await walked([rows.stream()]);
          const times = found.map(({ modifiedAt }) => modifiedAt ?? '');
          expect(times, `before question ${moment}`).to.deep.equal(times.toSorted());
          const again = await walked([rows.stream(times.at(-1))]);
          const latest = new Map([...found, ...again].map((row) => [row.externalId, row]));
          for (const [id, row] of rows.rows) expect(latest.get(id), `${id}, ${moment}`).to.deep.equal(row);
        }
      });

  it('puts streams together in the order of their moments', async () => {
    const [odd, even] = [makeRows(2), makeRows(2)];
    for (let id = 0; id < 9; id += 1) (id % 2 === 0 ? even : odd).write(id, id);
    const found = await walked([odd.stream(), even.stream()]);
    expect(found.map(({ externalId }) => Number(externalId))).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('ends with an error where rows without a moment come, which no later question would find', async () => {
    const record: RemoteRecord = { externalId: 'a', modifiedAt: null, etag: null, deleted: false, fields: {} };
    const stream: Stream = {
      since: null,
      from: async () => [record],
      within: async function* () {},
      behind: (at) => at,
    };
    expect(await failure(walked([stream]))).to.include({ code: 'VALIDATION_ERROR' });
  });
});
