import { expect } from 'chai';
import { eventKey, matchColumns, toImportRows } from '../src/import/import-row.ts';
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

  it('is read with a quotation mark that stands for itself', async () => {
    const read = await readTableFile(file('Name;Size\nPipe;5" wide\n"Acme" Ltd;"a "" b"\n'));
    expect(read.rows.map(({ cells }) => cells)).to.deep.equal([
      ['Pipe', '5" wide'],
      ['"Acme" Ltd', 'a " b'],
    ]);
  });

  it('is refused from the line on where a quotation mark is not closed', async () => {
    const refused = await readTableFile(file('Name;Code\n"x\ny";1\n"A;2\nB;3\n')).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(TableFileError).and.include({ fault: 'open_quote', line: 4 });
  });

  it('is read without the apostrophes by which an export keeps formulas out of spreadsheets', async () => {
    const read = await readTableFile(file("Phone,Name\n'+49 30,'t Hart\n"));
    expect(read.rows[0]?.cells).to.deep.equal(['+49 30', "'t Hart"]);
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
    title: 'name',
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
    return toImportRows(table, SUPPLIER, matchColumns(table, SUPPLIER), (_words, value) => value);
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

describe('the rows of an import of quality events', () => {
  const EVENT = {
    id: 'quality_event',
    code: null,
    title: 'title',
    fields: [
      { path: 'type', heads: [], isRequired: true, values: { deviation: {}, complaint: {} } },
      { path: 'title', heads: [], isRequired: true },
      { path: 'due_date', heads: ['due'], form: 'day' },
    ],
  } as unknown as ImportKind;

  const rowsFor = (...lines: string[][]) => {
    const table = {
      columns: ['Type', 'Title', 'Due'],
      rows: lines.map((cells, index) => ({ line: index + 2, cells })),
    };
    return toImportRows(table, EVENT, matchColumns(table, EVENT), (_words, value) => value);
  };

  it('are duplicates where type and title are those of an earlier row, in other letters and widths', () => {
    const rows = rowsFor(
      ['deviation', 'Label missing', ''],
      ['complaint', 'Label missing', ''],
      ['Deviation', ' label\u3000ＭISSING', ''],
      ['deviation', 'Label missing 2', ''],
    );
    expect(rows.map(({ faults }) => faults)).to.deep.equal([
      [],
      [],
      [{ path: 'title', fault: 'duplicate', line: 2 }],
      [],
    ]);
  });

  it('have the key of the event that was made from them', () => {
    const [row] = rowsFor(['Complaint', 'LABEL missing', '']);
    expect(row?.key).to.equal(eventKey('complaint', 'Label missing'));
  });

  it('have no key without a type or a title, and are no duplicates then', () => {
    const rows = rowsFor(['incident', 'A', ''], ['incident', 'A', ''], ['complaint', '', ''], ['complaint', '', '']);
    expect(rows.map(({ key }) => key)).to.deep.equal(['', '', '', '']);
    expect(rows.flatMap(({ faults }) => faults.map(({ fault }) => fault))).not.to.include('duplicate');
  });

  for (const [text, day] of [
    ['2028-02-29', '2028-02-29'],
    ['1.2.2027', '2027-02-01'],
  ] as const)
    it(`have the day ${day} where the file has ${text}`, () => {
      expect(rowsFor(['deviation', 'A', text])[0]).to.deep.include({
        body: { type: 'deviation', title: 'A', due_date: day },
        faults: [],
      });
    });

  for (const day of ['31.02.2026', '99.99.2026', '2026-02-31', '2027-02-29', '2026-00-10', '2026-13-01', '31/12/2026'])
    it(`are refused with ${day}, which is no day or may be two`, () => {
      expect(rowsFor(['deviation', 'A', day])[0]?.faults).to.deep.equal([{ path: 'due_date', fault: 'day' }]);
    });
});
