import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { wrap } from '../src/pdf-wrap.ts';
import { exportTable, manyRows, ROW, rowWith, streamRows, TABLE } from './sample.ts';

type Line = { text: string; x: number; y: number };

/** The pages of a PDF as another reader sees them: each piece of text and where it stands. */
const openPdf = async (file: Buffer): Promise<{ pages: Line[][]; info: Record<string, unknown> }> => {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: Line[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    pages.push(texts.map(({ str, transform }) => ({ text: str, x: transform[4], y: transform[5] })));
  }
  const info = (await document.getMetadata()).info as Record<string, unknown>;
  await document.loadingTask.destroy();
  return { pages, info };
};

const toText = (page: Line[]): string => page.map(({ text }) => text).join(' ');

const findFooter = (page: Line[]): string =>
  toText(page)
    .match(/Page\s+\d+\s+of\s+\d+/)?.[0]
    .replaceAll(/\s+/g, ' ') ?? '';

describe('A table as pdf', () => {
  it('tells its title, organisation, time, filter and who made it', async () => {
    const { pages, info } = await openPdf(await exportTable('pdf', streamRows(ROW)));
    const text = toText(pages[0]!);
    for (const reported of [TABLE.title, TABLE.organisation, '2026-11-22 05:39:22 UTC', TABLE.filter, TABLE.madeBy]) {
      expect(text).to.contain(reported);
    }
    expect(info).to.include({ Title: TABLE.title, Author: TABLE.madeBy, Language: 'en' });
  });

  it('shows on every page which of how many it is, what it belongs to, and the head of the table', async () => {
    const file = await exportTable(
      'pdf',
      manyRows(400, (at) => rowWith({ code: `S${at}` })),
    );
    const { pages } = await openPdf(file);
    expect(pages.length).to.be.greaterThan(9);
    expect(pages.map(findFooter)).to.deep.equal(pages.map((_, at) => `Page ${at + 1} of ${pages.length}`));
    for (const page of pages.map(toText)) {
      expect(page).to.contain('Supplier code').and.to.contain('Next audit').and.to.contain(TABLE.organisation);
    }
  });

  it('has every row once, in order, and says that it ends', async () => {
    const file = await exportTable(
      'pdf',
      manyRows(400, (at) => rowWith({ code: `S${at}` })),
    );
    const text = (await openPdf(file)).pages.map(toText).join(' ');
    expect(text.match(/\bS\d+\b/g)).to.deep.equal(Array.from({ length: 400 }, (_, at) => `S${at}`));
    expect(text).to.contain('End of the list. Rows: 400.');
  });

  it('wraps long cells within their column, and keeps a row on one page', async () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`);
    const file = await exportTable(
      'pdf',
      manyRows(30, (at) => rowWith({ name: words.join(' '), code: `S${at}` })),
    );
    const { pages } = await openPdf(file);
    const code = pages[0]!.find(({ text }) => text === 'S0')!;
    for (const page of pages) {
      expect(toText(page).match(/word0\b/g)?.length).to.equal(toText(page).match(/word39\b/g)?.length);
      for (const { text, x } of page.filter(({ text }) => text.startsWith('word'))) {
        expect(x, text).to.be.lessThan(code.x - 5);
      }
    }
  });

  it('measures a cell of blanks no more often than it has characters', () => {
    let measured = 0;
    const measure = (text: string): number => {
      measured += text.length;
      return text.length;
    };
    expect(wrap(`x${' '.repeat(10_000)}y`, 20, measure)).to.deep.equal(['x', 'y']);
    expect(measured).to.be.below(100 * 10_000);
  });

  it('parts a row that is higher than a page, and loses none of it', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => `line${at}`);
    const { pages } = await openPdf(
      await exportTable('pdf', streamRows(ROW, rowWith({ name: lines.join('\n') }), ROW)),
    );
    expect(pages.length).to.be.greaterThan(2);
    expect(
      pages
        .map((page) => toText(page.filter(({ text }) => !text.includes('(continued)'))))
        .join(' ')
        .match(/line\d+/g),
    ).to.deep.equal(lines);
    for (const { y } of pages.flat()) expect(y).to.be.greaterThan(20);
  });

  it('breaks a word that is wider than its column, and loses none of it', async () => {
    const name = 'x'.repeat(300);
    const { pages } = await openPdf(await exportTable('pdf', streamRows(rowWith({ name }))));
    const parts = pages[0]!.filter(({ text }) => /^x+$/.test(text));
    expect(parts.length).to.be.greaterThan(3);
    expect(parts.map(({ text }) => text).join('')).to.equal(name);
  });

  for (const name of [
    'Ünï Łódź',
    'Ελλάδα',
    'Поставщик',
    '浙江华海药业',
    '藥業臺灣',
    '株式会社ひらがな',
    '한국제약',
    'ไทย',
    'שלום עולם',
    'شركة مصر',
    'देव',
  ])
    it(`shows ${name} by letters that a search finds`, async () => {
      const { pages } = await openPdf(await exportTable('pdf', streamRows(rowWith({ name }))));
      expect(toText(pages[0]!).normalize('NFC')).to.contain(name).and.not.to.contain('code points');
    });

  it('names by its code point what no font has, also what would turn the direction, and lists it at the end', async () => {
    const { pages } = await openPdf(
      await exportTable('pdf', streamRows(rowWith({ name: 'a \u{1F680} b\u202ec\u200bd' }))),
    );
    expect(toText(pages[0]!))
      .to.contain('a [U+1F680] b[U+202E]cd')
      .and.to.contain('Shown by their code points: [U+1F680] [U+202E]');
  });

  it('reads no font that no character needs', async () => {
    const plain = (await exportTable('pdf', streamRows(rowWith({ name: 'Ελλάδα' })))).toString('latin1');
    expect(plain).not.to.contain('NotoSans');
    expect((await exportTable('pdf', streamRows(rowWith({ name: '浙江' })))).length).to.be.below(120_000);
  });

  const CODE = 'CN-ZHJ~1546861/a-2026/0017-B';

  it('never breaks a code, and no time', async () => {
    const columns = TABLE.columns.map((column) =>
      column.key === 'code' ? { ...column, kind: 'code' as const } : column,
    );
    const later = manyRows(300, (at) => rowWith({ name: 'many words '.repeat(9), code: at < 290 ? 'S1' : CODE }));
    const { pages } = await openPdf(await exportTable('pdf', later, { ...TABLE, columns }));
    const text = pages.flat().map((piece) => piece.text);
    expect(text.filter((piece) => piece === CODE)).to.have.length(10);
    expect(text.filter((piece) => piece === '2026-11-21 23:59:58.125')).to.have.length(300);
  });

  describe('of things with parts', () => {
    const columns = [
      ...TABLE.columns.slice(0, 2),
      { key: 'part', title: 'Component', kind: 'text', isPart: true } as const,
    ];
    const rows = [1, 2].flatMap((thing) =>
      Array.from({ length: 60 }, (_, at) => ({
        id: thing,
        name: `Thing ${thing}`,
        code: `T-${thing}`,
        part: `part${at}`,
      })),
    );
    const annex = () => [{ title: 'Shortened', facts: [['Thing 2', '300 parts more'] as const] }];

    it('names each once, and again on each page that it goes on to, and lists at the end what it left out', async () => {
      const { pages } = await openPdf(
        await exportTable('pdf', streamRows(...rows), { ...TABLE, columns, group: 'id', annex }),
      );
      const text = pages.map(toText);
      expect(text.join(' ').match(/part\d+/g)).to.deep.equal(rows.map(({ part }) => part));
      expect(text.join(' ').match(/Thing 1(?! ·)/g)).to.have.length(1);
      for (const page of text.slice(1)) expect(page).to.match(/Component (?:T|Thing \d · T-\d \(continued\))/);
      expect(text.at(-1)).to.match(/Rows: 120\..*Shortened.*Thing 2.*300 parts more/);
    });
  });

  it('names a row again that goes on overleaf', async () => {
    const { pages } = await openPdf(
      await exportTable('pdf', streamRows(rowWith({ code: 'S7', name: 'x\n'.repeat(100) }))),
    );
    expect(
      pages
        .slice(1)
        .map(toText)
        .every((text) => text.includes('(continued)')),
    ).to.equal(true);
  });

  it('makes its letters smaller before it breaks the words of its head', async () => {
    const kinds = ['text', 'number', 'boolean', 'date'] as const;
    const columns = Array.from({ length: 16 }, (_, at) => ({
      key: 'code',
      title: `Qualification ${at}`,
      kind: kinds[at % kinds.length]!,
      width: 8,
    }));
    const { pages } = await openPdf(await exportTable('pdf', streamRows(ROW), { ...TABLE, columns }));
    expect(pages[0]!.filter(({ text }) => text.trim() === 'Qualification')).to.have.length(16);
  });

  it('fits many columns on its page', async () => {
    const columns = Array.from({ length: 25 }, (_, at) => ({
      key: 'name',
      title: `Column ${at}`,
      kind: 'text' as const,
    }));
    const { pages } = await openPdf(
      await exportTable('pdf', streamRows(rowWith({ name: 'a word' })), { ...TABLE, columns }),
    );
    for (const { text, x } of pages[0]!) expect(x, text).to.be.within(30, 812);
  });

  it('has one page that says so where there are no rows', async () => {
    const { pages } = await openPdf(await exportTable('pdf', streamRows()));
    expect(pages).to.have.length(1);
    expect(toText(pages[0]!)).to.contain('Rows: 0.');
    expect(findFooter(pages[0]!)).to.equal('Page 1 of 1');
  });
});
