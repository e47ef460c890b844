import type { SKRSContext2D } from '@napi-rs/canvas';
import { expect } from 'chai';
import { takeOutRulings } from '../../../src/ocr/clean/ruling-line.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { drawnPage, PROSE } from '../drawn-page.ts';

const takeOut = (draw: (context: SKRSContext2D) => void) => {
  const picture = drawnPage(1200, 400, draw);
  return { picture, rulings: takeOutRulings(picture, toInk(picture), 300) };
};
const darkIn = (
  { width, data }: { width: number; data: Uint8Array },
  x0: number,
  y0: number,
  x1: number,
  y1: number,
) => {
  let dark = 0;
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (data[y * width + x]! < 128) dark++;
  return dark;
};

describe('ruling lines', () => {
  it('finds level and upright lines and wipes them out', () => {
    const { picture, rulings } = takeOut((context) => {
      context.fillRect(100, 100, 900, 3);
      context.fillRect(300, 50, 3, 300);
    });
    expect(rulings).to.deep.equal([
      { x0: 100, y0: 100, x1: 1000, y1: 103 },
      { x0: 300, y0: 50, x1: 303, y1: 350 },
    ]);
    expect(darkIn(picture, 0, 0, 1200, 400)).to.equal(0);
  });

  it('finds a pale line, too', () => {
    expect(
      takeOut((context) => {
        context.fillStyle = '#ddd';
        context.fillRect(100, 100, 900, 3);
      }).rulings,
    ).to.have.lengthOf(1);
  });

  it('keeps the strokes that cross a line', () => {
    const { picture } = takeOut((context) => {
      context.fillRect(100, 100, 900, 3);
      context.fillRect(500, 60, 8, 80);
    });
    expect(darkIn(picture, 500, 60, 508, 140)).to.equal(8 * 80);
  });

  it('takes no row of letters for a line', () => {
    expect(
      takeOut((context) => {
        context.font = 'bold 36px DrawnBold';
        for (const [index, line] of PROSE.entries()) context.fillText(line, 20, 60 + 60 * index);
      }).rulings,
    ).to.have.lengthOf(0);
  });
});
