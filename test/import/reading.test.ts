import { expect } from 'chai';
import { decodeCell, withoutMark } from '../../scripts/import-csv/file/decoding.ts';
import { readTable } from '../../scripts/import-csv/file/table.ts';
import { UsageError } from '../../scripts/import-csv/import-error.ts';

/** A text as the parser hands it on: one character for each byte. */
const raw = (...bytes: (string | number)[]) =>
  Buffer.concat(bytes.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.from([one])))).toString(
    'latin1',
  );

describe('the decoding of a cell', () => {
  it('keeps valid UTF-8', () => {
    expect(decodeCell(raw('Käse – 10 µg'))).to.deep.equal({ text: 'Käse – 10 µg', recoded: false, unreadable: null });
  });

  it('reads what is no UTF-8 as Windows-1252', () => {
    expect(decodeCell(raw('Jalape', 0xf1, 'o ', 0x93, 'hot', 0x94))).to.deep.equal({
      text: 'Jalapeño “hot”',
      recoded: true,
      unreadable: null,
    });
    expect(decodeCell(raw('Simplot', 0xbf)).text).to.equal('Simplot¿');
  });

  it('reads both in one cell', () => {
    expect(decodeCell(raw('Crème ', 0x96, ' brûlée')).text).to.equal('Crème – brûlée');
  });

  it('tells of a byte that neither knows', () => {
    expect(decodeCell(raw('a', 0x81)).unreadable).to.equal(0x81);
  });

  it('knows byte order marks', () => {
    expect(withoutMark(Buffer.from('\ufeffa,b')).toString()).to.equal('a,b');
    expect(withoutMark(Buffer.from('\ufeffä,b', 'utf16le')).toString()).to.equal('ä,b');
  });
});

describe('the reading of a file', () => {
  const read = (text: string, delimiter = ',') => {
    const { rows, faults } = readTable(Buffer.from(text), delimiter);
    return {
      rows: rows.map(({ line, cells }) => [line, ...cells.values()]),
      faults: faults.map(({ line, message }) => [line, message]),
    };
  };

  it('gives each row the physical line that it begins on', () => {
    expect(read('a,b\r\n1,"x\ny\r\n\nz"\r\n\r\n2,u\n3,"v"')).to.deep.equal({
      rows: [
        [2, '1', 'x\ny\r\n\nz'],
        [7, '2', 'u'],
        [8, '3', 'v'],
      ],
      faults: [],
    });
  });

  it('reads quotes, commas inside of them and other delimiters', () => {
    expect(read('a;b\n"1;""x""";2,3\n', ';').rows).to.deep.equal([[2, '1;"x"', '2,3']]);
  });

  it('rejects a row with too many or too few cells alone', () => {
    const { rows, faults } = read('a,b\n1,2\n1\n1,2,3\n3,4\n');
    expect(rows).to.deep.equal([
      [2, '1', '2'],
      [5, '3', '4'],
    ]);
    expect(faults).to.deep.equal([
      [3, 'The row has 1 cells where the header has 2.'],
      [4, 'The row has 3 cells where the header has 2.'],
    ]);
  });

  it('rejects a row with a broken quote, and loses none behind it', () => {
    const { rows, faults } = read('a,b\n1,2\n3,"x"y\n4,5\n6,7" pipe\n8,9\n');
    expect(rows.map(([line]) => line)).to.deep.equal([2, 4, 6]);
    expect(faults.map(([line]) => line)).to.deep.equal([3, 5]);
  });

  it('rejects a row whose quote is not closed, and loses none behind it', () => {
    const unclosed = read('a,b\n1,"x\n3,4\n5,"6"\n7,8\n');
    expect(unclosed.rows.map(([line]) => line)).to.deep.equal([3, 4, 5]);
    expect(unclosed.faults).to.deep.equal([
      [2, 'A quoted cell goes on behind its closing quote; a quote inside a cell is written twice.'],
    ]);
    const last = read('a,b\n1,2\n3,"x\n5,6');
    expect(last.rows.map(([line]) => line)).to.deep.equal([2, 4]);
    expect(last.faults).to.deep.equal([[3, 'A quoted cell is not closed.']]);
  });

  it('rejects a broken row of several lines once, with its reach', () => {
    const { rows, faults } = read('a,b\n1,"x\ny\nz",3\n4,5\n');
    expect(rows.map(([line]) => line)).to.deep.equal([5]);
    expect(faults).to.deep.equal([
      [2, 'The row has 3 cells where the header has 2. Nothing could be read up to line 4.'],
    ]);
  });

  it('rejects a cell with a byte that no encoding knows, by its column', () => {
    const { faults } = readTable(Buffer.from(raw('a,b\n1,x', 0x9d, '\n'), 'latin1'), ',');
    expect(faults).to.deep.equal([
      {
        line: 2,
        outcome: 'rejected',
        field: 'b',
        message: 'The cell holds the byte 0x9d, which is neither UTF-8 nor Windows-1252.',
      },
    ]);
  });

  it('needs a header with different columns', () => {
    for (const text of ['', '\n', 'a,b,a\n1,2,3\n', '"a,b\n1,2\n'])
      expect(() => read(text), JSON.stringify(text)).to.throw(UsageError);
  });
});
