import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Row, TABLE_FORMATS, type TableFormat, writeTable } from '@qsc/table-export';
import { expect } from 'chai';
import { manyRows, ROW, rowWith, TABLE } from './sample.ts';

/** Far more rows than any buffer on the way holds, of text that does not compress. */
const ROWS: Record<TableFormat, number> = { csv: 20_000, xlsx: 20_000, pdf: 2_000 };
/** So many turns of the event loop without a row being asked for: the source waits for its reader. */
const STILL = 500;

const heavyRow = (at: number): Row => rowWith({ name: randomBytes(100).toString('hex'), code: `S${at}` });

/** A source that counts what was asked of it and tells when it is left. */
const watchedRows = (count: number) => {
  const left = Promise.withResolvers<void>();
  const watched = { requested: 0, left: left.promise };
  async function* rows(): AsyncGenerator<Row> {
    try {
      for await (const row of manyRows(count, heavyRow)) {
        watched.requested += 1;
        yield row;
      }
    } finally {
      left.resolve();
    }
  }
  return { watched, rows: rows() };
};

const untilStill = async (watched: { requested: number }, most: number): Promise<void> => {
  for (let [still, before] = [0, -1]; still < STILL && watched.requested < most; before = watched.requested) {
    await setImmediate();
    still = watched.requested === before ? still + 1 : 0;
  }
};

describe('A table that is written while it is read', () => {
  for (const format of TABLE_FORMATS) {
    it(`${format}: asks for no more rows while its reader takes none, and goes on when it does`, async () => {
      const { watched, rows } = watchedRows(ROWS[format]);
      const file = writeTable(format, TABLE, rows)[Symbol.asyncIterator]();
      await file.next();
      await untilStill(watched, ROWS[format]);
      expect(watched.requested).to.be.lessThan(ROWS[format] / 4);
      while (!(await file.next()).done);
      expect(watched.requested).to.equal(ROWS[format]);
    });

    it(`${format}: leaves its source when the reader leaves`, async () => {
      const { watched, rows } = watchedRows(ROWS[format]);
      const file = writeTable(format, TABLE, rows);
      await file[Symbol.asyncIterator]().next();
      file.destroy();
      await watched.left;
      expect(watched.requested).to.be.lessThan(ROWS[format] / 4);
    });

    it(`${format}: fails when its source fails, and does not end as if it were whole`, async () => {
      async function* rows(): AsyncGenerator<Row> {
        yield ROW;
        throw new Error('the database went away');
      }
      const read = async () => {
        for await (const _ of writeTable(format, TABLE, rows()));
      };
      const error = await read().then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error?.message).to.equal('the database went away');
    });
  }
});
