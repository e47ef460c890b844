import { expect } from 'chai';
import { readCsv } from '../../../src/document/data/read-csv.ts';
import { refused } from '../refused.ts';

const readRows = (text: string, encoding: BufferEncoding = 'utf8'): string[][] => readCsv(Buffer.from(text, encoding));

describe('rows of a CSV file', () => {
  it('prefers the delimiter that cuts the rows evenly to decimal commas within', () => {
    expect(readRows('Test;Limit;Result\npH;5,0 - 8,0;6,0\nWater;max. 0,5;0,1')).to.deep.equal([
      ['Test', 'Limit', 'Result'],
      ['pH', '5,0 - 8,0', '6,0'],
      ['Water', 'max. 0,5', '0,1'],
    ]);
    expect(readRows('5,0;6,0\n1,0;2,0')[0]).to.deep.equal(['5,0', '6,0']);
    expect(readRows('Test,Result\n"White; clear; dry",Pass\nLead,Pass')[1]).to.deep.equal([
      'White; clear; dry',
      'Pass',
    ]);
  });

  it('reads quotes, doubled quotes, line ends in cells and an inch sign', () => {
    const rows = readRows('Test,Result\r\n"Sieve ""A""\nfine",Pass\r\n\r\n  Pipe 5" ,Pass\r\n');
    expect(rows.slice(1)).to.deep.equal([
      ['Sieve "A"\nfine', 'Pass'],
      ['Pipe 5"', 'Pass'],
    ]);
  });

  it('reads rows of different length', () => {
    expect(
      readRows('Certificate\nLot,A1\nExpiry,2027\nTest,Limit,Result\nWater,1,2\nLead,1,2').map(({ length }) => length),
    ).to.deep.equal([1, 2, 2, 3, 3, 3]);
  });

  it('reads UTF-8, UTF-16 and Windows-1252', () => {
    const text = 'Test;Unit\nLead;µg\nWater;°';
    for (const rows of [
      readRows(`\ufeff${text}`),
      readRows(`\ufeff${text}`, 'utf16le'),
      readRows(text, 'utf16le'),
      readRows(text, 'latin1'),
    ]) {
      expect(rows).to.deep.equal([
        ['Test', 'Unit'],
        ['Lead', 'µg'],
        ['Water', '°'],
      ]);
    }
  });

  it('refuses a file that ends within a quote', async () => {
    const message = await refused(() => readRows('Test,Result\nWater,1\nLead,"2\nIron,3\n'), 'validation_failed');
    expect(message).to.equal('The CSV file is damaged or not complete. Send it again or export it again.');
  });

  it('refuses more rows, cells and characters than a certificate has', async () => {
    const wide = `${'a,'.repeat(150)}\n`;
    expect(await refused(() => readRows('a,b\n'.repeat(10_001)), 'payload_too_large')).to.match(/10000 rows/);
    expect(await refused(() => readRows(`${'a,'.repeat(200)}b\n`.repeat(2)), 'payload_too_large')).to.match(
      /200 columns/,
    );
    expect(await refused(() => readRows(wide.repeat(1_400)), 'payload_too_large')).to.match(/200000 cells/);
    expect(await refused(() => readRows(`a,b\nc,${'d'.repeat(10_001)}`), 'payload_too_large')).to.match(
      /10000 characters/,
    );
    expect(readRows('a,b\n'.repeat(10_000))).to.have.length(10_000);
  });
});
