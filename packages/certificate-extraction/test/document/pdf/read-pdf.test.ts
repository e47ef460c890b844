import { once } from 'node:events';
import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'chai';
import PDFDocument from 'pdfkit';
import { disagreements, overpainted } from '../../../src/document/pdf/disagreement.ts';
import { evaluateLayer } from '../../../src/document/pdf/layer-quality.ts';
import type { PageTrace } from '../../../src/document/pdf/trace/tracing.ts';
import { readDocument } from '../../../src/document/read-document.ts';
import type { Page, Word } from '../../../src/page.ts';
import { refused } from '../refused.ts';

type Paper = InstanceType<typeof PDFDocument>;

const printed = async (draw: (paper: Paper) => void, options: { size?: [number, number] } = {}): Promise<Page> => {
  const paper = new PDFDocument({ size: 'A4', margin: 0, ...options });
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  draw(paper);
  const ended = once(paper, 'end');
  paper.end();
  await ended;
  const document = await readDocument(Buffer.concat(chunks), { filename: 'made.pdf' });
  if (document.kind !== 'pages') throw new Error('a PDF gives pages');
  return document.pages[0] as Page;
};

const joinText = ({ words }: Page): string => words.map(({ text }) => text).join(' ');

const word = (text: string, x0 = 100, confidence = 1): Word => ({
  text,
  x0,
  x1: x0 + 30,
  y0: 100,
  y1: 110,
  confidence,
  bold: false,
});

const trace = (changes: Partial<PageTrace> = {}): PageTrace => ({
  width: 600,
  height: 800,
  glyphs: [],
  strokes: [],
  fills: [],
  pictures: [],
  ...changes,
});

const FULL_PICTURE = { x0: 0, y0: 0, x1: 600, y1: 800, opaque: true, order: 1 };

describe('the reading of a PDF', () => {
  it('gives each word its place in points from the top left', async () => {
    const page = await printed((paper) => paper.fontSize(12).text('Assay', 100, 200).text('99.8 %', 300, 200));
    const [assay, result] = page.words;
    expect(joinText(page)).to.equal('Assay 99.8 %');
    expect(assay?.x0).to.be.closeTo(100, 1);
    expect(result?.x0).to.be.closeTo(300, 1);
    expect(assay?.y1).to.be.closeTo(200 + 12, 4);
    expect(page.origin).to.equal('text');
  });

  it('turns a page upright whose text runs up the sheet', async () => {
    const page = await printed((paper) =>
      paper.rotate(-90, { origin: [300, 400] }).text('Certificate of analysis', 200, 300),
    );
    expect(joinText(page)).to.equal('Certificate of analysis');
    const [first, last] = [page.words[0], page.words.at(-1)];
    expect(first?.y0).to.be.closeTo(last?.y0 ?? 0, 2);
    expect((first?.x1 ?? 0) <= (last?.x0 ?? 0)).to.equal(true);
  });

  it('leaves out what a reader does not see: white on white, and text off the sheet', async () => {
    const page = await printed((paper) => {
      paper.fillColor('white').text('secret 1', 100, 100).fillColor('black').text('seen 2', 100, 200);
      paper.text('outside 3', 100, 2000, { lineBreak: false });
    });
    expect(joinText(page)).to.equal('seen 2');
  });

  it('keeps the ruling lines of a grid', async () => {
    const page = await printed((paper) => paper.rect(100, 100, 200, 50).stroke().text('cell', 110, 110));
    const vertical = page.rulings.filter(({ x0, x1 }) => x1 - x0 < 2);
    expect(page.rulings.length - vertical.length).to.be.at.least(2);
    expect(vertical.length).to.be.at.least(2);
  });

  it('reads a page that is a picture from the picture', async () => {
    const canvas = createCanvas(1240, 900);
    const pen = canvas.getContext('2d');
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, 1240, 900);
    pen.fillStyle = 'black';
    pen.font = '36px sans-serif';
    for (const [line, text] of ['Certificate of Analysis', 'Batch number 4711', 'Assay 99.8 percent'].entries())
      pen.fillText(text, 150, 200 + 150 * line);
    const page = await printed((paper) => paper.image(canvas.toBuffer('image/png'), 0, 0, { width: 595 }));
    expect(page.origin).to.equal('ocr');
    expect(joinText(page)).to.contain('Batch number 4711');
    expect(joinText(page)).to.contain('99.8');
  });

  it('draws a page that is far longer than wide no larger than others', async () => {
    const drawn = printed(
      (paper) => {
        for (let at = 0; at < 200; at++) paper.rect(0, at, 1, 1).fill();
      },
      { size: [0.0001, 10_000_000] },
    );
    expect(await refused(() => drawn, 'validation_failed')).to.match(/without words/);
  });
});

describe('the judgement of a text layer', () => {
  const sentence =
    'This certificate states results that were found when testing batch seven against its limits today'.split(' ');

  const plain = sentence.map((text) => word(text));

  it('trusts plain words', () => {
    expect(evaluateLayer(plain, trace())).to.equal('good');
  });

  it('trusts a page full of words over a background picture, but not a stamp on a scan', () => {
    const over = trace({ pictures: [FULL_PICTURE] });
    expect(evaluateLayer([...plain, ...plain, ...plain, ...plain], over)).to.equal('good');
    expect(evaluateLayer(plain, over)).to.equal('missing');
  });

  it('finds hardly any text beside a large picture missing', () => {
    expect(evaluateLayer([word('Page')], trace({ pictures: [FULL_PICTURE] }))).to.equal('missing');
    expect(evaluateLayer([word('Page')], trace())).to.equal('good');
  });

  it('takes an empty sheet for blank', () => {
    expect(evaluateLayer([], trace())).to.equal('blank');
  });

  it('finds letters of the private use area garbled', () => {
    const broken = sentence.map((text) => word(text.replaceAll('e', '\ue005')));
    expect(evaluateLayer(broken, trace())).to.equal('garbled');
  });

  it('finds words that nobody could say garbled', () => {
    const shifted = (text: string) => [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 1)).join('');
    const broken = [...sentence, ...sentence].map((text) => word(shifted(text)));
    expect(evaluateLayer(broken, trace())).to.equal('garbled');
  });
});

describe('the warnings of tampering', () => {
  it('tells where an invisible layer says another number than the picture', () => {
    expect(disagreements([word('99.8')], [word('95.8', 100, 0.95)])).to.deep.equal([
      'the text layer says "99.8" where the picture shows "95.8"',
    ]);
  });

  for (const [why, layer, seen] of [
    ['the same number', '99.8', word('99.8', 100, 0.95)],
    ['a mix-up of recognition', '10.0', word('lO.O', 100, 0.95)],
    ['an unsure recognition', '99.8', word('95.8', 100, 0.5)],
    ['another place', '99.8', word('95.8', 300, 0.95)],
  ] as const)
    it(`says nothing for ${why}`, () => {
      expect(disagreements([word(layer)], [seen])).to.deep.equal([]);
    });

  it('tells where a number was painted over another', async () => {
    expect(overpainted([word('95.8')], [word('99.8')])).to.deep.equal(['"99.8" was painted over "95.8"']);
    const page = await printed((paper) => {
      paper.fontSize(12).text('Assay', 100, 100).text('95.8', 200, 100);
      paper.rect(195, 95, 60, 20).fill('#fffffe').fillColor('black').text('99.8', 200, 100);
    });
    expect(joinText(page)).to.equal('Assay 99.8');
    expect(page.warnings).to.deep.equal(['"99.8" was painted over "95.8"']);
  });
});
