import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { wrap } from '../src/pdf-wrap.ts';
import { fileOf, manyRows, ROW, rowsOf, rowWith, TABLE } from './sample.ts';

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

const textOf = (page: Line[]): string => page.map(({ text }) => text).join(' ');

const footOf = (page: Line[]): string =>
  textOf(page)
    .match(/Page\s+\d+\s+of\s+\d+/)?.[0]
    .replaceAll(/\s+/g, ' ') ?? '';

describe('A table as pdf', () => {
  it('tells its title, organisation, time, filter and who made it', async () => {
    const { pages, info } = await openPdf(await fileOf('pdf', rowsOf(ROW)));
    const text = textOf(pages[0]!);
    for (const told of [TABLE.title, TABLE.organisation, '2026-11-22 05:39:22 UTC', TABLE.filter, TABLE.madeBy]) {
      expect(text).to.contain(told);
    }
    expect(info).to.include({ Title: TABLE.title, Author: TABLE.madeBy, Language: 'en' });
  });

  it('shows on every page which of how many it is, what it belongs to, and the head of the table', async () => {
    const file = await fileOf(
      'pdf',
      manyRows(400, (at) => rowWith({ code: `S${at}` })),
    );
    const { pages } = await openPdf(file);
    expect(pages.length).to.be.greaterThan(9);
    expect(pages.map(footOf)).to.deep.equal(pages.map((_, at) => `Page ${at + 1} of ${pages.length}`));
    for (const page of pages.map(textOf)) {
      expect(page).to.contain('Supplier code').and.to.contain('Next audit').and.to.contain(TABLE.organisation);
    }
  });

  it('has every row once, in order, and says that it ends', async () => {
    const file = await fileOf(
      'pdf',
      manyRows(400, (at) => rowWith({ code: `S${at}` })),
    );
    const text = (await openPdf(file)).pages.map(textOf).join(' ');
    expect(text.match(/\bS\d+\b/g)).to.deep.equal(Array.from({ length: 400 }, (_, at) => `S${at}`));
    expect(text).to.contain('End of the list. Rows: 400.');
  });

  it('wraps long cells within their column, and keeps a row on one page', async () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`);
    const file = await fileOf(
      'pdf',
      manyRows(30, (at) => rowWith({ name: words.join(' '), code: `S${at}` })),
    );
    const { pages } = await openPdf(file);
    const code = pages[0]!.find(({ text }) => text === 'S0')!;
    for (const page of pages) {
      expect(textOf(page).match(/word0\b/g)?.length).to.equal(textOf(page).match(/word39\b/g)?.length);
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
    const { pages } = await openPdf(await fileOf('pdf', rowsOf(ROW, rowWith({ name: lines.join('\n') }), ROW)));
    expect(pages.length).to.be.greaterThan(2);
    expect(
      pages
        .map(textOf)
        .join(' ')
        .match(/line\d+/g),
    ).to.deep.equal(lines);
    for (const { y } of pages.flat()) expect(y).to.be.greaterThan(20);
  });

  it('breaks a word that is wider than its column, and loses none of it', async () => {
    const name = 'x'.repeat(300);
    const { pages } = await openPdf(await fileOf('pdf', rowsOf(rowWith({ name }))));
    const parts = pages[0]!.filter(({ text }) => /^x+$/.test(text));
    expect(parts.length).to.be.greaterThan(3);
    expect(parts.map(({ text }) => text).join('')).to.equal(name);
  });

  it('shows Latin, Greek and Cyrillic as they are, and a box, with a note, for what its font does not have', async () => {
    const name = 'Ünï Ελλάδα Поставщик 株式';
    const { pages } = await openPdf(await fileOf('pdf', rowsOf(rowWith({ name }))));
    expect(textOf(pages[0]!)).to.contain('Ünï Ελλάδα Поставщик □□').and.to.contain('□ stands for');
    const plain = await openPdf(await fileOf('pdf', rowsOf(rowWith({ name: 'Ελλάδα' }))));
    expect(textOf(plain.pages[0]!)).not.to.contain('□');
  });

  it('makes its letters smaller before it breaks the words of its head', async () => {
    const kinds = ['text', 'number', 'boolean', 'date'] as const;
    const columns = Array.from({ length: 16 }, (_, at) => ({
      key: 'code',
      title: `Qualification ${at}`,
      kind: kinds[at % kinds.length]!,
      width: 8,
    }));
    const { pages } = await openPdf(await fileOf('pdf', rowsOf(ROW), { ...TABLE, columns }));
    expect(pages[0]!.filter(({ text }) => text.trim() === 'Qualification')).to.have.length(16);
  });

  it('fits many columns on its page', async () => {
    const columns = Array.from({ length: 25 }, (_, at) => ({
      key: 'name',
      title: `Column ${at}`,
      kind: 'text' as const,
    }));
    const { pages } = await openPdf(await fileOf('pdf', rowsOf(rowWith({ name: 'a word' })), { ...TABLE, columns }));
    for (const { text, x } of pages[0]!) expect(x, text).to.be.within(30, 812);
  });

  it('has one page that says so where there are no rows', async () => {
    const { pages } = await openPdf(await fileOf('pdf', rowsOf()));
    expect(pages).to.have.length(1);
    expect(textOf(pages[0]!)).to.contain('Rows: 0.');
    expect(footOf(pages[0]!)).to.equal('Page 1 of 1');
  });
});
