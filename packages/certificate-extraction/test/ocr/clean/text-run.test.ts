import type { SKRSContext2D } from '@napi-rs/canvas';
import { expect } from 'chai';
import { findTextRuns } from '../../../src/ocr/clean/text-run.ts';
import { findComponents } from '../../../src/ocr/pixel/component.ts';
import { toInk } from '../../../src/ocr/pixel/ink.ts';
import { drawnPage } from '../drawn-page.ts';

const runsIn = (draw: (context: SKRSContext2D) => void) =>
  findTextRuns(findComponents(toInk(drawnPage(1600, 300, draw))), 300).sort((one, other) => one.x0 - other.x0);
const cells = (context: SKRSContext2D) => {
  context.font = '40px Drawn';
  context.fillText('Heavy metals', 60, 100);
  context.fillText('<0.01', 700, 100);
  context.fillText('ND', 1200, 100);
};

describe('runs of text', () => {
  it('parts cells and keeps words of a phrase together', () => {
    const runs = runsIn(cells);
    expect(runs).to.have.lengthOf(3);
    expect(runs[0]!.x1).to.be.greaterThan(280);
  });

  it('keeps the point of a number in its run', () => {
    const [, number] = runsIn(cells);
    expect(number!.y1).to.be.closeTo(100, 2);
    expect(number!.x1 - number!.x0).to.be.greaterThan(90);
  });

  it('keeps a number together whose point stands far from its figures', () => {
    const [number, ...others] = runsIn((context) => {
      context.font = '40px Drawn';
      for (const [index, sign] of [...'7.26'].entries())
        context.fillText(sign, 60 + 27 * index + (sign === '.' ? 4 : 0), 100);
      context.fillText('ND', 700, 100);
    });
    expect(others).to.have.lengthOf(1);
    expect(number!.x1 - number!.x0).to.be.greaterThan(95);
  });

  it('takes a dash alone for text', () => {
    const runs = runsIn((context) => {
      cells(context);
      context.fillRect(1400, 85, 14, 4);
    });
    expect(runs.at(-1)).to.include({ dash: true });
  });

  it('takes no dash between lines for text', () => {
    const runs = runsIn((context) => {
      cells(context);
      context.fillRect(1400, 140, 14, 4);
    });
    expect(runs.filter(({ dash }) => dash)).to.deep.equal([]);
  });

  it('takes neither a dashed rule nor specks for text', () => {
    const runs = runsIn((context) => {
      cells(context);
      for (let x = 60; x < 1500; x += 40) context.fillRect(x, 200, 16, 4);
      context.fillRect(900, 250, 2, 2);
    });
    expect(runs).to.have.lengthOf(3);
  });

  it('takes an upright stroke alone for the rest of a frame', () => {
    const runs = runsIn((context) => {
      cells(context);
      context.fillRect(1450, 40, 5, 90);
    });
    expect(runs).to.have.lengthOf(3);
  });
});
