import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { exportTable, manyRows, ROW, rowWith, streamRows } from './sample.ts';

const HEAD = ['Supplier', 'Supplier code', 'Risk score', 'Next audit', 'Updated at (UTC)', 'Primary'];

const parseRecords = (file: Buffer): string[][] => parse(file, { bom: true, record_delimiter: '\r\n' });

const readNames = async (...names: string[]): Promise<(string | undefined)[]> =>
  parseRecords(await exportTable('csv', streamRows(...names.map((name) => rowWith({ name })))))
    .slice(1)
    .map(([name]) => name);

describe('A table as csv', () => {
  it('is UTF-8 with the mark that Excel needs, one line for the head and each row, ended by CR LF', async () => {
    const file = await exportTable('csv', streamRows(ROW));
    expect(file.subarray(0, 3)).to.deep.equal(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(file.toString('utf8').slice(1)).to.equal(
      'Supplier,Supplier code,Risk score,Next audit,Updated at (UTC),Primary\r\n' +
        '"Müller, ""Söhne"" 株式会社",00123,26,2027-03-01,2026-11-21T23:59:58.125Z,true\r\n',
    );
  });

  it('keeps commas, quotes and line breaks inside their cell', async () => {
    const names = ['a,b', 'a"b', 'a\nb', 'a\r\nb', 'a\rb', ' a '];
    expect(await readNames(...names)).to.deep.equal(names);
  });

  it('puts a cell with a line break in quotes, so that no reader begins a row, or a formula, in it', async () => {
    const file = await exportTable('csv', streamRows(rowWith({ name: 'a\n=1+1' }), rowWith({ name: 'a\r=1+1' })));
    expect(file.toString('utf8')).to.include('"a\n=1+1"').and.to.include('"a\r=1+1"');
  });

  for (const begin of ['=', '+', '-', '@', '\t', '\r', '\uff1d']) {
    it(`puts an apostrophe before text that begins with ${JSON.stringify(begin)}`, async () => {
      expect(await readNames(`${begin}1+1`)).to.deep.equal([`'${begin}1+1`]);
    });
  }

  it('looks for a formula after what no reader shows is taken out', async () => {
    expect(await readNames('\u0000=1+1')).to.deep.equal(["'=1+1"]);
  });

  it('leaves a negative number a number, and guards text in a column of numbers', async () => {
    const file = await exportTable('csv', streamRows(rowWith({ score: -7.5 }), rowWith({ score: '-7.5+cmd' })));
    expect(parseRecords(file).map((record) => record[2])).to.deep.equal(['Risk score', '-7.5', "'-7.5+cmd"]);
  });

  it('guards the titles of columns too', async () => {
    const columns = [{ key: 'name', title: '@import', kind: 'text' }] as const;
    const table = { title: 't', organisation: 'o', madeAt: new Date(0), madeBy: 'm', filter: 'f', columns };
    expect(parseRecords(await exportTable('csv', streamRows(), table))).to.deep.equal([["'@import"]]);
  });

  it('leaves cells empty that hold nothing, and shows what is no date of its column as it is', async () => {
    const empty = { name: null, code: undefined, score: null, audit: '', at: null, primary: null };
    const file = await exportTable('csv', streamRows(empty, rowWith({ audit: '2027-02-30', score: Number.NaN })));
    const [, blank, odd] = parseRecords(file);
    expect(blank).to.deep.equal(['', '', '', '', '', '']);
    expect(odd?.[3]).to.equal('2027-02-30');
    expect(odd?.[2]).to.equal('NaN');
  });

  it('has its head alone where there are no rows', async () => {
    expect(parseRecords(await exportTable('csv', streamRows()))).to.deep.equal([HEAD]);
  });

  it('has every row once, in order', async () => {
    const file = await exportTable(
      'csv',
      manyRows(1_001, (at) => rowWith({ code: `S${at}` })),
    );
    const codes = parseRecords(file).map(([, code]) => code);
    expect(codes).to.deep.equal(['Supplier code', ...Array.from({ length: 1_001 }, (_, at) => `S${at}`)]);
  });
});
