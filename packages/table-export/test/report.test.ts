import { buffer } from 'node:stream/consumers';
import { type Block, type PagedReport, writeReport } from '@qsc/table-export';
import { expect } from 'chai';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const REPORT: PagedReport = {
  title: 'Compliance report',
  organisation: 'Łódź Pharma',
  madeAt: new Date('2026-11-22T05:39:22.000Z'),
  madeBy: 'Zoë Quality',
  facts: [['Period', '2026-01-01 to 2026-03-31']],
  blocks: [],
};

/** The text of each page, as another reader sees it. */
const readPages = async (blocks: readonly Block[]): Promise<string[]> => {
  const file = await buffer(writeReport({ ...REPORT, blocks }));
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : [])).join(' '));
  }
  await document.loadingTask.destroy();
  return pages;
};

describe('A report as pdf', () => {
  it('has its title and facts on the first page, and its content below them', async () => {
    const [title = '', ...further] = await readPages([{ kind: 'paragraph', text: 'The content.' }]);
    for (const reported of [
      'Compliance report',
      'Łódź Pharma',
      '2026-11-22 05:39:22 UTC',
      'Zoë Quality',
      '2026-01-01 to',
    ])
      expect(title).to.contain(reported);
    expect(title).to.contain('The content.').and.to.contain('End of the report.');
    expect(further).to.deep.equal([]);
  });

  it('shows on every page which of how many it is, and what it belongs to', async () => {
    const pages = await readPages(Array.from({ length: 200 }, (_, at) => ({ kind: 'paragraph', text: `Line ${at}` })));
    expect(pages.length).to.be.greaterThan(5);
    for (const [at, text] of pages.entries()) expect(text).to.contain(`Page ${at + 1} of ${pages.length}`);
    for (const text of pages) expect(text).to.contain('Łódź Pharma');
    expect(pages.join(' ').match(/Line \d+/g)).to.deep.equal(Array.from({ length: 200 }, (_, at) => `Line ${at}`));
  });

  it('keeps a heading with what follows it, wherever on the page it would stand', async () => {
    for (let lines = 30; lines < 45; lines += 1) {
      const before = Array.from({ length: lines }, (): Block => ({ kind: 'facts', facts: [['Label', 'fact']] }));
      const pages = await readPages([
        ...before,
        { kind: 'heading', text: 'The heading', level: 1 },
        { kind: 'paragraph', text: 'What follows.' },
      ]);
      const page = pages.find((text) => text.includes('The heading'));
      expect(page, `after ${lines} lines`).to.contain('What follows.');
    }
  });

  it('has every row of a table once, with the head of the table on each of its pages, and all that stands after it', async () => {
    const columns = [{ key: 'id', title: 'Signature', kind: 'text' }] as const;
    const rows = Array.from({ length: 120 }, (_, at) => ({ id: `sig_${at}` }));
    const pages = await readPages([
      { kind: 'paragraph', text: 'Before.' },
      { kind: 'table', columns, rows },
      { kind: 'heading', text: 'After', level: 2 },
    ]);
    const withRows = pages.filter((text) => text.includes('sig_'));
    expect(withRows.length).to.be.greaterThan(2);
    for (const text of withRows) expect(text).to.contain('Signature');
    expect(pages.join(' ').match(/sig_\d+/g)).to.deep.equal(rows.map(({ id }) => id));
    expect(pages.at(-1)).to.contain('After');
  });

  it('is PDF/A-2b with tags in the order of reading, whatever its title holds', async () => {
    const columns = [{ key: 'id', title: 'Signature', kind: 'text' }] as const;
    const blocks: Block[] = [{ kind: 'table', columns, rows: [{ id: 'sig_1' }] }];
    const file = await buffer(writeReport({ ...REPORT, title: 'Salt & <pepper>', blocks }));
    const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
    const { info, metadata } = await document.getMetadata();
    expect(info).to.include({ Title: 'Salt & <pepper>' });
    expect(metadata?.get('dc:title')).to.equal('Salt & <pepper>');
    expect(file.toString('latin1')).to.match(/<pdfaid:part>2<.*\s*<pdfaid:conformance>B</);
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    expect(tree).to.match(/"Document".*"H1".*"P".*"Table".*"TR".*"TH".*"TR".*"TD"/);
    await document.loadingTask.destroy();
  });

  it('has contents with the page of each heading', async () => {
    const heading = (text: string): Block => ({ kind: 'heading', text, level: 1, beginsPage: true });
    const pages = await readPages([{ kind: 'contents' }, heading('One'), heading('Two'), heading('Three')]);
    expect(pages[0]).to.match(/One 2 Two 3 Three 4/);
    expect(pages[3]).to.contain('Three');
  });

  it('shows every script, and lists the characters that no font has', async () => {
    const text = (await readPages([{ kind: 'paragraph', text: '株式 \u{1F680}' }])).join(' ');
    expect(text).to.contain('株式').and.to.contain('Shown by their code points: [U+1F680]');
  });
});
