import { expect } from 'chai';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { indexInk, repairWord } from '../../../src/ocr/repair/repair-word.ts';
import { drawnPage } from '../drawn-page.ts';

/** What the ink of `printed` makes of its being read as `read`; the letters of both have the same places. */
const repaired = (printed: string, read: readonly string[]) => {
  const letters: { text: string; x0: number; y0: number; x1: number; y1: number }[] = [];
  const page = drawnPage(600, 140, (context) => {
    context.font = '48px Drawn';
    context.fillText(printed, 40, 90);
    let at = 40;
    for (const [index, mark] of [...printed].entries()) {
      const width = context.measureText(mark).width;
      if (read[index]) letters.push({ text: read[index]!, x0: at, x1: at + width, y0: 50, y1: 100 });
      at += width;
    }
  });
  const ink = indexInk(findComponents(toInk(page)));
  const end = letters.at(-1)!.x1;
  return repairWord({ text: read.join(''), confidence: 0.96, letters, x0: 40, y0: 52, x1: end, y1: 100 }, ink);
};

describe('words mended by their ink', () => {
  it('puts a decimal point back that was passed over', () => {
    const word = repaired('2.45', ['2', '', '4', '5']);
    expect(word.text).to.equal('2.45');
    expect(word.confidence).to.equal(0.9);
  });

  it('puts a decimal comma back', () => {
    expect(repaired('0,034', ['0', '', '0', '3', '4']).text).to.equal('0,034');
  });

  it('reads a 9 that hangs below the line behind a decimal number as g', () => {
    expect(repaired('1.06g', ['1', '.', '0', '6', '9']).text).to.equal('1.06g');
  });

  it('reads raised digits behind a number as its power', () => {
    const letters = ['1', '0', '3'].map((text, index) => ({
      text,
      x0: 40 + 27 * index,
      x1: 66 + 27 * index,
      y0: 40,
      y1: 90,
    }));
    const page = drawnPage(300, 140, (context) => {
      context.font = '48px Drawn';
      context.fillText('10', 40, 90);
      context.font = '28px Drawn';
      context.fillText('3', 96, 70);
    });
    const ink = indexInk(findComponents(toInk(page)));
    const box = { x0: 40, x1: 120, y0: 50, y1: 92 };
    expect(repairWord({ text: '103', confidence: 0.9, letters, ...box }, ink).text).to.equal('10³');
  });

  it('leaves a 9 that stands on the line, and a word without digits', () => {
    expect(repaired('1.069', ['1', '.', '0', '6', '9']).text).to.equal('1.069');
    expect(repaired('i.e.', ['i', 'e']).text).to.equal('ie');
  });
});
