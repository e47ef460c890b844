import { expect } from 'chai';
import { cutOutSheet, sheetCorners } from '../../../src/ocr/clean/sheet.ts';
import { computeMapping } from '../../../src/ocr/pixel/perspective.ts';
import { drawnPage } from '../drawn-page.ts';

const CORNERS = [
  [60, 40],
  [420, 20],
  [450, 560],
  [30, 540],
] as const;

const photograph = drawnPage(500, 600, (context) => {
  context.fillStyle = '#432';
  context.fillRect(0, 0, 500, 600);
  context.fillStyle = '#eee';
  context.beginPath();
  for (const [x, y] of CORNERS) context.lineTo(x, y);
  context.fill();
});

describe('sheet in a photograph', () => {
  it('finds the corners of paper seen at an angle', () => {
    const corners = sheetCorners(photograph)!;
    for (const [index, [x, y]] of CORNERS.entries()) {
      expect(corners[index]![0]).to.be.closeTo(x, 3);
      expect(corners[index]![1]).to.be.closeTo(y, 3);
    }
  });

  it('fills the picture with the paper', () => {
    const { picture: sheet } = cutOutSheet(photograph);
    const middle = sheet.data.filter((_level, at) => at % sheet.width > 4 && at % sheet.width < sheet.width - 4);
    expect(middle.filter((level) => level < 150).length / middle.length).to.be.lessThan(0.02);
  });

  it('leaves a page without surroundings alone', () => {
    const page = drawnPage(500, 600, (context) => context.fillRect(100, 100, 300, 30));
    expect(cutOutSheet(page).picture).to.equal(page);
  });

  it('keeps a dark letterhead, which stands at one side alone', () => {
    const page = drawnPage(500, 600, (context) => {
      context.rotate(0.02);
      context.fillRect(-50, -50, 700, 150);
    });
    expect(cutOutSheet(page).picture).to.equal(page);
  });

  it('maps four points to four others', () => {
    const [a, b, c, d, e, f, g, h] = computeMapping(CORNERS, [
      [0, 0],
      [100, 0],
      [100, 200],
      [0, 200],
    ])!;
    const [x, y] = CORNERS[2];
    const w = g * x + h * y + 1;
    expect((a * x + b * y + c) / w).to.be.closeTo(100, 1e-6);
    expect((d * x + e * y + f) / w).to.be.closeTo(200, 1e-6);
  });
});
