import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { readDocument } from '../../../src/document/read-document.ts';
import type { Page } from '../../../src/page.ts';

describe('a font that shows other letters than it says', () => {
  /** A page in Helvetica, large, whose map for copying says what `says` maps letters to. */
  const mapped = async (text: string, says: Readonly<Record<string, string>>, font = {}): Promise<Page> => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    const hex = (sign: string, length: number) => sign.charCodeAt(0).toString(16).padStart(length, '0');
    const rows = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).map(
      (sign) => `<${hex(sign, 2)}> <${hex(says[sign] ?? sign, 4)}>`,
    );
    const map = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${rows.length} beginbfchar ${rows.join(' ')} endbfchar endcmap`;
    const { context } = pdf;
    const named = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding', ...font };
    const ToUnicode = context.register(context.flateStream(map));
    const key = page.node.newFontDictionary('F', context.register(context.obj({ ...named, ToUnicode })));
    const content = `BT ${key} 20 Tf 60 700 Td (${text}) Tj ET`;
    page.node.addContentStream(context.register(context.flateStream(content)));
    const document = await readDocument(await pdf.save(), { filename: 'made.pdf' });
    return (document.kind === 'pages' ? document.pages[0] : undefined) as Page;
  };

  it('has its page read from the picture, with a warning', async () => {
    const page = await mapped('Certificate: assay 95.5 %, limit 95.0 %', { 5: '9' });
    expect(page.origin).to.equal('ocr');
    expect(page.words.map(({ text }) => text)).to.include('95.5');
    expect(page.warnings).to.deep.equal(['the font shows "5" for what it says is "9"']);
  });

  it('is told by the names that its encoding changes', async () => {
    const Encoding = { Type: 'Encoding', Differences: [65, 'five', 'six', 'seven'] };
    const page = await mapped('ABC', { A: '9', B: '8', C: '1' }, { Encoding });
    expect(page.warnings).to.have.length(3);
    expect((await mapped('ABC', { A: '5', B: '6', C: '7' }, { Encoding })).warnings).to.deep.equal([]);
  });

  it('is trusted where the letters agree, but for their case or a slip or two', async () => {
    for (const says of [{}, { a: 'A', s: 'S' }, { ':': '9', ',': '1' }, { C: 'K', m: 'n' }]) {
      const page = await mapped('Certificate: assay 95.5 %, limit 95.0 %', says);
      expect([page.origin, page.warnings]).to.deep.equal(['text', []]);
    }
  });
});
