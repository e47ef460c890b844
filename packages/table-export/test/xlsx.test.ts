import { expect } from 'chai';
import { type Node, nodesIn, openBook, textIn } from './book.ts';
import { exportTable, manyRows, ROW, rowWith, streamRows, TABLE } from './sample.ts';

const toSerial = (instant: string): number => Date.parse(instant) / 86_400_000 + 25_569;

describe('A table as xlsx', () => {
  it('has text as text, numbers as numbers, dates as dates with their format, truth values as words', async () => {
    const [head, row] = openBook(await exportTable('xlsx', streamRows(ROW))).sheet(1);
    expect(head!.map(({ text }) => text)).to.deep.equal(TABLE.columns.map(({ title }) => title));
    const [name, code, score, audit, at, primary] = row!;
    expect(name).to.include({ type: 'inlineStr', text: ROW.name });
    expect(code).to.include({ type: 'inlineStr', text: '00123' });
    expect(score).to.include({ type: undefined, text: '26' });
    expect(audit).to.include({ type: undefined, format: 'yyyy-mm-dd', text: String(toSerial('2027-03-01')) });
    expect(at).to.include({ type: undefined, format: 'yyyy-mm-dd hh:mm:ss.000' });
    expect(Number(at!.text)).to.be.closeTo(toSerial('2026-11-21T23:59:58.125Z'), 1e-8);
    expect(primary).to.include({ type: 'inlineStr', text: 'yes' });
  });

  it('never has a formula, whatever text begins with', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x")'];
    const rows = openBook(await exportTable('xlsx', streamRows(...texts.map((name) => rowWith({ name })))))
      .sheet(1)
      .slice(1);
    expect(rows.map(([name]) => name!.text)).to.deep.equal(texts);
    for (const cell of rows.flat()) expect(cell.formula).to.equal(false);
  });

  it('keeps spaces, markup and what looks like an escape, and leaves out what XML cannot hold', async () => {
    const name = '  a\u0000\u000b & <b> _x0041_ \ud83d \ud83d\ude00  ';
    const [, row] = openBook(await exportTable('xlsx', streamRows(rowWith({ name })))).sheet(1);
    expect(row![0]!.text.replaceAll('_x005F_', '_')).to.equal('  a & <b> _x0041_ \ufffd \ud83d\ude00  ');
    expect(row![0]!.text).to.contain('_x005F_x0041_');
  });

  it('cuts a text at what a cell can hold, and lists on the last sheet that it did', async () => {
    const { sheet } = openBook(await exportTable('xlsx', streamRows(ROW, rowWith({ name: 'x'.repeat(40_000) }))));
    const name = sheet(1)[2]![0]!.text;
    expect(name).to.have.length(32_767);
    expect(name.endsWith('x…')).to.equal(true);
    const reported = sheet(2).map((cells) => cells.map(({ text }) => text));
    expect(reported.slice(-2)).to.deep.equal([
      ['Shortened cells', '1'],
      ['Approved vendor list, A3', 'Supplier: 40000 characters, of which the cell holds the first 32766'],
    ]);
  });

  it('lists on the last sheet what its table leaves out', async () => {
    const annex = () => [{ title: 'Shortened', facts: [['Acme', 'and 3 more'] as const] }];
    const { sheet } = openBook(await exportTable('xlsx', streamRows(ROW), { ...TABLE, annex }));
    expect(
      sheet(2)
        .slice(-2)
        .map((cells) => cells.map(({ text }) => text)),
    ).to.deep.equal([
      ['Shortened', ''],
      ['Acme', 'and 3 more'],
    ]);
  });

  it('wraps its cells', async () => {
    const { xml } = openBook(await exportTable('xlsx', streamRows(ROW)));
    const cells = nodesIn(xml('xl/worksheets/sheet1.xml'), 'c').slice(6);
    const formats = nodesIn(nodesIn(xml('xl/styles.xml'), 'cellXfs'), 'xf');
    const wraps = cells.map((cell) => nodesIn([formats[Number(cell[':@']!.s)]!], 'alignment')[0]?.[':@']?.wrapText);
    expect(wraps).to.deep.equal(cells.map(() => '1'));
  });

  it('makes a row as high as its longest wrapped text, which LibreOffice does not do by itself', async () => {
    const rows = streamRows(rowWith({ name: 'word '.repeat(60) }), rowWith({ name: 'Short' }));
    const { xml } = openBook(await exportTable('xlsx', rows));
    const heights = nodesIn(xml('xl/worksheets/sheet1.xml'), 'row').map((row) => Number(row[':@']?.ht));
    expect(heights[1]).to.be.at.least(60).and.at.most(409);
    expect(heights[2]).to.equal(15);
  });

  it('shows a day that spreadsheets have no number for as text', async () => {
    const [, row] = openBook(await exportTable('xlsx', streamRows(rowWith({ audit: '1899-12-31' })))).sheet(1);
    expect(row![3]).to.include({ type: 'inlineStr', text: '1899-12-31' });
  });

  it('freezes the head row, filters by it, and prints it on each page', async () => {
    const { xml } = openBook(await exportTable('xlsx', streamRows(ROW)));
    const sheet = xml('xl/worksheets/sheet1.xml');
    expect(nodesIn(sheet, 'pane')[0]![':@']).to.include({ state: 'frozen', ySplit: '1' });
    expect(nodesIn(sheet, 'autoFilter')[0]![':@']).to.include({ ref: 'A1:F1' });
    expect(nodesIn(sheet, 'col')).to.have.length(6);
    const [titles] = nodesIn(xml('xl/workbook.xml'), 'definedName');
    expect(titles![':@']!.name).to.equal('_xlnm.Print_Titles');
    expect(textIn(titles!.definedName as Node[])).to.equal("'Approved vendor list'!$1:$1");
  });

  it('tells on a sheet of its own and in its properties where it comes from', async () => {
    const { xml, sheet } = openBook(await exportTable('xlsx', streamRows(ROW, ROW)));
    expect(sheet(2).map((cells) => cells.map(({ text }) => text))).to.deep.equal([
      ['Title', 'Approved vendor list'],
      ['Organisation', 'Łódź Pharma & Søns'],
      ['Made at', '2026-11-22T05:39:22.000Z'],
      ['Made by', 'Zoë Quality'],
      ['Filter', 'Qualification status: qualified, conditional.'],
      ['Rows', '2'],
    ]);
    expect(textIn(nodesIn(xml('docProps/core.xml'), 'dc:creator'))).to.equal('Zoë Quality');
  });

  it('names its sheet as spreadsheets allow it', async () => {
    const title = "It's [a] list: of/all\\vendors? * and more than that";
    const { xml } = openBook(await exportTable('xlsx', streamRows(ROW), { ...TABLE, title }));
    const [sheet] = nodesIn(xml('xl/workbook.xml'), 'sheet');
    expect(sheet![':@']!.name).to.match(/^[^[\]:*?/\\']{1,31}$/);
  });

  it('has every row once, in order', async () => {
    const file = await exportTable(
      'xlsx',
      manyRows(3_000, (at) => rowWith({ code: `S${at}` })),
    );
    const codes = openBook(file)
      .sheet(1)
      .map((cells) => cells[1]!.text);
    expect(codes).to.deep.equal(['Supplier code', ...Array.from({ length: 3_000 }, (_, at) => `S${at}`)]);
  });
});
