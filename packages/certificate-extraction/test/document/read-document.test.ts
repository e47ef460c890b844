import { createCanvas } from '@napi-rs/canvas';
import { expect } from 'chai';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { encodeTiff } from '../../bench/print-as-scan/tiff.ts';
import { makeReader } from '../../src/document/read-document.ts';
import type { Recognizer } from '../../src/ocr/look/recognizer.ts';
import { makeTiff } from './picture/tiff-file.ts';
import { refused } from './refused.ts';

const seen: number[] = [];
const recognizer: Recognizer = {
  size: 1,
  recognize: async (picture) => {
    seen.push(picture.width);
    return [{ x0: 300, y0: 300, x1: 600, y1: 330, text: 'Lot', confidence: 0.9, letters: [] }];
  },
  close: async () => undefined,
};
const read = makeReader(recognizer);
const filename = 'coa.bin';

const scan = (): Buffer => {
  const canvas = createCanvas(1200, 900);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 1200, 900);
  context.fillStyle = 'black';
  context.font = '40px sans-serif';
  for (let y = 100; y < 800; y += 80) context.fillText('Lot number and water content', 100, y);
  return canvas.toBuffer('image/png');
};

describe('reading of a document', () => {
  it('gives the rows of CSV and the tree of XML', async () => {
    expect(await read(Buffer.from('Test,Result\nWater,1'), { filename })).to.deep.equal({
      kind: 'table',
      format: 'csv',
      rows: [
        ['Test', 'Result'],
        ['Water', '1'],
      ],
    });
    expect(await read(Buffer.from('<coa/>'), { filename })).to.deep.equal({
      kind: 'table',
      format: 'xml',
      root: { name: 'coa', attributes: {}, text: '', children: [] },
    });
  });

  it('refuses a form whose content is not on its pages, and reads one that shows it', async () => {
    const form = async (text: string) => {
      const pdf = await PDFDocument.create();
      pdf.addPage().drawText(text, { x: 50, y: 500, size: 10, font: await pdf.embedFont(StandardFonts.Helvetica) });
      const xfa = pdf.context.register(pdf.context.stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'));
      pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: xfa }));
      return Buffer.from(await pdf.save());
    };
    const wait =
      'Please wait... If this message is not eventually replaced, your viewer may not be able to display it.';
    expect(await refused(async () => read(await form(wait), { filename }), 'validation_failed')).to.match(/XFA/);
    expect(await read(await form('Certificate of Analysis: Assay 99.6 %'), { filename })).to.have.property('pages');
  });

  it('refuses pages without a word', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    const bytes = Buffer.from(await pdf.save());
    expect(await refused(() => read(bytes, { filename }), 'validation_failed')).to.match(/without words/);
  });

  it('gives the words of a PDF', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage().drawText('Certificate of analysis for water', {
      x: 50,
      y: 500,
      font: await pdf.embedFont(StandardFonts.Helvetica),
    });
    const document = await read(Buffer.from(await pdf.save()), { filename });
    expect(document.kind === 'pages' && document.pages[0]?.words.map(({ text }) => text).join(' ')).to.equal(
      'Certificate of analysis for water',
    );
  });

  it('has pictures recognised', async () => {
    const document = await read(scan(), { filename });
    expect(seen).to.not.be.empty;
    const page = document.kind === 'pages' ? document.pages[0] : undefined;
    expect([page?.origin, page?.number]).to.deep.equal(['ocr', 1]);
    expect(page?.words.map(({ text }) => text)).to.include('Lot');
  });

  it('gives a fault of recognition as it is and blames no document for it', async () => {
    const scanned = await PDFDocument.create();
    const picture = await scanned.embedPng(scan());
    scanned.addPage([600, 450]).drawImage(picture, { x: 0, y: 0, width: 600, height: 450 });
    const fault = new Error('the thread is gone');
    const readOrFail = makeReader({ ...recognizer, recognize: () => Promise.reject(fault) });
    for (const bytes of [await scanned.save(), scan()]) {
      const thrown = await readOrFail(bytes, { filename }).catch((error: unknown) => error);
      expect(thrown).to.equal(fault);
    }
  });

  it('tells how many pages a PDF or TIFF has, before it reads them', async () => {
    const pdf = await PDFDocument.create();
    for (let page = 0; page < 12; page++) pdf.addPage();
    const picture = { width: 8, height: 8, data: new Uint8ClampedArray(256) };
    const tiff = encodeTiff([picture, picture, picture], { ink: false, dpi: 100 });
    for (const [bytes, pages] of [[await pdf.save(), 12] as const, [tiff, 3] as const]) {
      const reported = new Promise<number>((opened) => void read(bytes, { filename, opened }).catch(() => undefined));
      expect(await reported).to.equal(pages);
    }
  });

  it('refuses more than 25 MiB before it looks at them', async () => {
    const message = await refused(() => read(Buffer.alloc(25 * 1024 * 1024 + 1), { filename }), 'payload_too_large');
    expect(message).to.match(/26214401 bytes/);
    await refused(() => read(Buffer.alloc(25 * 1024 * 1024), { filename }), 'unsupported_media_type');
  });

  it('refuses what is empty, of another type or damaged with its code', async () => {
    await refused(() => read(new Uint8Array(), { filename }), 'validation_failed');
    await refused(() => read(Buffer.from('PK\u0003\u0004'), { filename }), 'unsupported_media_type');
    await refused(() => read(scan().subarray(0, 900), { filename }), 'validation_failed');
    await refused(() => read(makeTiff([]), { filename }), 'validation_failed');
  });
});
