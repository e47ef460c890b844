import type { Canvas } from '@napi-rs/canvas';
import { expect } from 'chai';
import { makeRecognizer } from '../../src/ocr/look/recognizer.ts';
import { readScan } from '../../src/ocr/read-scan.ts';
import type { Page } from '../../src/page.ts';
import { placeOn } from '../../src/place.ts';
import { drawnCanvas, grayOfCanvas, PROSE, turned } from './drawn-page.ts';

const ROWS = [
  ['Assay', '≥ 98.0 %', '99.2 %', 'Pass'],
  ['Water', '≤ 0.5 %', '0.31 %', 'Pass'],
  ['Heavy metals', 'NMT 10 ppm', '<0.01', 'Pass'],
  ['Related substances', 'NMT 0.10 %', 'ND', '-'],
] as const;
const COLUMNS = [160, 620, 1060, 1400];
const DPI = 200;

/** A table with a dark head bar and ruled cells below some running text. */
const certificate = drawnCanvas(1654, 1400, (context) => {
  context.font = '28px Drawn';
  for (const [index, line] of PROSE.entries()) context.fillText(line, 150, 150 + 44 * index);
  context.fillRect(140, 440, 1380, 60);
  context.fillStyle = '#fff';
  context.font = '28px DrawnBold';
  for (const [index, title] of ['Parameter', 'Specification', 'Result', 'Status'].entries())
    context.fillText(title, COLUMNS[index]!, 480);
  context.fillStyle = '#000';
  context.font = '28px Drawn';
  for (const [row, cells] of ROWS.entries()) {
    for (const [column, text] of cells.entries()) context.fillText(text, COLUMNS[column]!, 545 + 60 * row);
    context.fillRect(140, 560 + 60 * row, 1380, 2);
  }
  for (const x of [140, 600, 1040, 1380, 1518]) context.fillRect(x, 500, 2, 240);
});

const cellAt = (page: Page, row: number, column: number): string => {
  const scale = page.width / 1654;
  const [left, right] = [COLUMNS[column]! - 20, (COLUMNS[column + 1] ?? 1600) - 20].map((x) => x * scale);
  const base = (545 + 60 * row) * scale;
  return page.words
    .filter((word) => word.x0 >= left! && word.x1 <= right! && Math.abs(word.y1 - base) < 12 * (200 / 72) * scale)
    .sort((one, other) => one.x0 - other.x0)
    .map((word) => word.text)
    .join('');
};
const printed = (cells: readonly string[]) => cells.map((text) => text.replaceAll(' ', ''));
const readCells = (page: Page) => ROWS.map((cells, row) => cells.map((_text, column) => cellAt(page, row, column)));

describe('reading a scan', () => {
  const recognizer = makeRecognizer(2);
  const read = (canvas: Canvas, dpi: number | null = DPI) =>
    readScan({ number: 3, picture: grayOfCanvas(canvas), dpi }, recognizer);
  const joinText = (page: Page) => page.words.map((word) => word.text).join(' ');
  let upright: Page;

  before(async () => {
    upright = await read(certificate);
  });
  after(() => recognizer.close());

  it('loses none of the sparse cells of a ruled table', () => {
    expect(readCells(upright)).to.deep.equal(ROWS.map(printed));
  });

  it('reads white letters on a dark bar', () => {
    expect(joinText(upright))
      .to.match(/Parameter/)
      .and.to.match(/Specification/)
      .and.to.match(/Status/);
  });

  it('gives boxes in points, the confidence of each word and the rulings', () => {
    expect(upright).to.include({ number: 3, origin: 'ocr' });
    expect(upright.width).to.be.closeTo((1654 * 72) / DPI, 1);
    const assay = upright.words.find((word) => word.text === 'Assay')!;
    expect(assay.x0).to.be.closeTo((160 * 72) / DPI, 2);
    expect(assay.confidence).to.be.within(0.8, 1);
    expect(upright.rulings.filter((ruling) => ruling.x1 - ruling.x0 > 400)).to.have.length.of.at.least(4);
  });

  it('reads a page that lies on its side', async () => {
    const page = await read(turned(certificate, 90));
    expect(page.width).to.be.closeTo(upright.width, 2);
    expect(readCells(page)[2]).to.deep.equal(printed(ROWS[2]));
  });

  it('reads a page that lies askew by 5 degrees and of unknown size', async () => {
    const page = await read(turned(certificate, -5), null);
    expect(joinText(page))
      .to.match(/Related substances/)
      .and.to.match(/<0\.01/)
      .and.to.match(/99\.2/);
  });

  /** Where the middle of "Assay" is painted, as shares of a canvas that was turned by `degrees`. */
  const middleOn = (canvas: Canvas, degrees: number): [number, number] => {
    const [x, y] = [196 - certificate.width / 2, 535 - certificate.height / 2];
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return [(x * cos - y * sin) / canvas.width + 0.5, (x * sin + y * cos) / canvas.height + 0.5];
  };

  const expectPlace = (page: Page, [x, y]: readonly [number, number]) => {
    const assay = page.words.find((word) => word.text === 'Assay')!;
    const { page: number, box } = placeOn(page, assay);
    const [left = 0, top = 0, width = 0, height = 0] = box;
    expect(number).to.equal(3);
    expect(left + width / 2).to.be.closeTo(x, 0.006);
    expect(top + height / 2).to.be.closeTo(y, 0.006);
    expect(width * height).to.be.within(0.0001, 0.002);
  };

  it('tells where a word lies in the file whose page stands upright', () => {
    expectPlace(upright, middleOn(certificate, 0));
  });

  for (const degrees of [90, -176])
    it(`tells where a word lies in the file whose page is turned by ${degrees} degrees`, async () => {
      const canvas = turned(certificate, degrees);
      expectPlace(await read(canvas), middleOn(canvas, degrees));
    });

  it('tells where a word lies in the file whose page lies on something dark', async () => {
    const [left, top, width, height] = [180, 90, 2000, 1600];
    const dark = drawnCanvas(width, height, (context) => {
      context.fillStyle = '#222';
      context.fillRect(0, 0, width, height);
      context.drawImage(certificate, left, top);
    });
    const page = await read(dark);
    expect(page.width, 'the sheet alone was read').to.be.below((0.95 * width * 72) / DPI);
    expectPlace(page, [(left + 196) / width, (top + 535) / height]);
  });

  it('gives a page without words for blank paper', async () => {
    const page = await read(drawnCanvas(800, 1000, () => undefined));
    expect(page.words).to.deep.equal([]);
  });
});
