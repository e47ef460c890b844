import { expect } from 'chai';
import { matchColumns, toImportRows } from '../src/import/import-row.ts';
import type { ImportKind } from '../src/import/kind.ts';
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

  it('is read with the delimiter that stands most often outside of quotes, and with the lines of quoted breaks', async () => {
    const read = await readTableFile(file('Name;Code;"City, street"\nA;1;"x\ny"\nB;2;z\n'));
    expect(read.columns).to.deep.equal(['Name', 'Code', 'City, street']);
    expect(read.rows.map(({ line }) => line)).to.deep.equal([3, 4]);
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

describe('the rows of an import', () => {
  const SUPPLIER = {
    id: 'supplier',
    code: 'attributes.supplier_code',
    fields: [
      { path: 'name', heads: ['name', 'vendorname'], isRequired: true },
      { path: 'attributes.supplier_code', heads: ['code', 'vendornumber'], isRequired: true },
      { path: 'attributes.country', heads: ['country', 'land'], form: 'country' },
      { path: 'attributes.categories', heads: ['category'], form: 'list' },
      { path: 'attributes.primary_contact.email', heads: ['email'], form: 'email' },
    ],
  } as unknown as ImportKind;

  const rowsFor = (...lines: string[][]) => {
    const table = {
      columns: ['Vendor name', 'VENDOR-NUMBER', 'Land', 'Category', 'E-Mail'],
      rows: lines.map((cells, index) => ({ line: index + 2, cells })),
    };
    return toImportRows(table, SUPPLIER, matchColumns(table, SUPPLIER));
  };

  it('are matched by header and become bodies of the API', () => {
    expect(rowsFor(['Acme', 'A-1', 'de', 'API; excipient', 'q@acme.example'])[0]).to.deep.include({
      body: {
        type: 'supplier',
        name: 'Acme',
        attributes: {
          supplier_code: 'A-1',
          country: 'DE',
          categories: ['API', 'excipient'],
          primary_contact: { email: 'q@acme.example' },
        },
      },
      faults: [],
    });
  });

  const faulty: [string, string[], object][] = [
    ['without a name', ['', 'A-2', '', '', ''], { path: 'name', fault: 'missing' }],
    [
      'with a country of more than two letters',
      ['B', 'A-2', 'Swiss', '', ''],
      { path: 'attributes.country', fault: 'country' },
    ],
    [
      'with an address that is none',
      ['B', 'A-2', '', '', 'nobody'],
      { path: 'attributes.primary_contact.email', fault: 'email' },
    ],
    [
      'with the code of an earlier row in other letters and widths',
      ['B', ' ａ-1', '', '', ''],
      { path: 'attributes.supplier_code', fault: 'duplicate', line: 2 },
    ],
  ];
  for (const [rule, cells, fault] of faulty)
    it(`are refused ${rule}`, () => {
      expect(rowsFor(['Acme', 'A-1', '', '', ''], cells)[1]?.faults).to.deep.equal([fault]);
    });
});
