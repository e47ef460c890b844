import { expect } from 'chai';
import { readTableFile, TableFileError } from '../src/import/table-file.ts';

const file = (text: string, name = 'a.csv') => new File([text], name);

describe('the file of an import', () => {
  it('is read whatever its delimiter, without empty lines, each row with the number of its line', async () => {
    for (const delimiter of [',', ';', '\t'])
      expect(await readTableFile(file(`Name${delimiter}Code\n\nA${delimiter}1\n`))).to.deep.equal({
        columns: ['Name', 'Code'],
        rows: [{ line: 3, cells: ['A', '1'] }],
      });
  });

  it('is read as Windows-1252 where it is no UTF-8', async () => {
    const bytes = new Uint8Array([...'Name\nM'].map((one) => one.charCodeAt(0)).concat(0xfc, 0x6c));
    expect((await readTableFile(new File([bytes], 'a.csv'))).rows[0]?.cells).to.deep.equal(['Mül']);
  });

  for (const [fault, content] of [
    ['empty', ''],
    ['no_rows', 'Name,Code'],
    ['too_many_rows', `Name\n${'A\n'.repeat(10_001)}`],
  ] as const)
    it(`is refused as ${fault}`, async () => {
      const refused = await readTableFile(file(content)).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(TableFileError).and.include({ fault });
    });
});
