import { expect } from 'chai';
import type { CleanPage } from '../../../src/ocr/clean/clean-page.ts';
import type { RecognizedWord, Recognizer } from '../../../src/ocr/look/recognizer.ts';
import { readAgain } from '../../../src/ocr/look/second-look.ts';
import { scaling } from '../../../src/ocr/pixel/mapping.ts';
import { drawnPage } from '../drawn-page.ts';

const run = (x0: number, x1: number) => ({ x0, x1, y0: 40, y1: 70, size: 30 });
const word = (text: string, x0: number, x1: number, confidence: number): RecognizedWord => ({
  text,
  x0,
  x1,
  y0: 40,
  y1: 70,
  confidence,
  letters: [],
});

/** Reads every line as the word `text` over its whole width. */
const recognizer = (text: string, confidence: number): Recognizer & { asked: number } => {
  const own = {
    asked: 0,
    size: 1,
    async recognize(line: { width: number; height: number }) {
      own.asked++;
      const [x0, x1] = [0.2 * line.width, 0.8 * line.width];
      return [{ text, confidence, letters: [], x0, x1, y0: 22, y1: line.height - 22 }];
    },
    async close() {},
  };
  return own;
};
const page = (runs: CleanPage['runs']): CleanPage => ({
  picture: drawnPage(800, 120, () => undefined),
  dpi: 300,
  from: scaling(1),
  rulings: [],
  components: [],
  signs: [],
  runs,
});
const listTexts = (words: readonly RecognizedWord[]) => words.map(({ text }) => text);

describe('second look at a page', () => {
  it('reads a cell that the first look passed over, at its place', async () => {
    const words = await readAgain(page([run(500, 560)]), [], recognizer('ND', 0.9));
    expect(listTexts(words)).to.deep.equal(['ND']);
    expect(words[0]!.x0).to.be.closeTo(500, 5);
    expect(words[0]!.x1).to.be.closeTo(560, 5);
  });

  it('reads an unsure cell again and keeps the surer reading', async () => {
    const unsure = [word('N0', 500, 560, 0.5)];
    expect(listTexts(await readAgain(page([run(500, 560)]), unsure, recognizer('ND', 0.9)))).to.deep.equal(['ND']);
    expect(listTexts(await readAgain(page([run(500, 560)]), unsure, recognizer('MD', 0.4)))).to.deep.equal(['N0']);
  });

  it('does not read sure cells again', async () => {
    const reader = recognizer('other', 1);
    expect(listTexts(await readAgain(page([run(500, 560)]), [word('ND', 500, 560, 0.9)], reader))).to.deep.equal([
      'ND',
    ]);
    expect(reader.asked).to.equal(0);
  });

  it('looks at numbers twice however sure they are, and a third time where the looks differ', async () => {
    const alike = recognizer('7.26', 0.9);
    await readAgain(page([run(500, 560)]), [word('7.26', 500, 560, 0.95)], alike);
    expect(alike.asked).to.equal(1);
    const other = recognizer('1.26', 0.9);
    const [settled] = await readAgain(page([run(500, 560)]), [word('7.26', 500, 560, 0.95)], other);
    expect(other.asked).to.equal(2);
    expect(settled).to.include({ text: '1.26', confidence: 0.9 });
  });

  it('keeps a reading from which another look lost a word', async () => {
    const first = [word('Lot:', 500, 540, 0.7), word('24171B', 545, 600, 0.7)];
    const words = await readAgain(page([run(500, 600)]), first, recognizer('Lot:', 0.95));
    expect(listTexts(words)).to.deep.equal(['Lot:', '24171B']);
  });

  it('reads a cell again over which the first look only guessed', async () => {
    const guessed = [word('specifi', 440, 600, 0.2)];
    expect(listTexts(await readAgain(page([run(500, 560)]), guessed, recognizer('Limit', 0.9)))).to.deep.equal([
      'Limit',
    ]);
  });

  it('keeps the first reading of a cell where a new one reaches over its neighbour', async () => {
    const first = [word('235.5', 500, 555, 0.5), word('°C', 552, 570, 0.93)];
    const words = await readAgain(page([run(500, 562), run(552, 570)]), first, recognizer('235.5°', 0.9));
    expect(listTexts(words))
      .to.include('°C')
      .and.to.satisfy((texts: string[]) => texts.some((text) => /^235\.5/.test(text)));
  });

  it('is in doubt where much of a cell stays unread', async () => {
    const [whole] = await readAgain(page([run(500, 560)]), [word('MALA', 500, 530, 0.9)], recognizer('', 0));
    expect(whole).to.include({ text: 'MALA', confidence: 0.75 });
  });

  it('keeps all words of one reading, though their boxes overlap', async () => {
    const reader: Recognizer = {
      size: 1,
      async recognize({ width, height }) {
        const box = { x1: width - 22, y0: 22, y1: height - 22, confidence: 0.9, letters: [] };
        return [
          { ...box, text: '99', x0: 22 },
          { ...box, text: '%', x0: width / 2 },
        ];
      },
      async close() {},
    };
    expect(listTexts(await readAgain(page([run(500, 560)]), [], reader))).to.deep.equal(['99', '%']);
  });

  it('takes a dash alone for a dash without asking', async () => {
    const reader = recognizer('~', 0.9);
    expect(listTexts(await readAgain(page([{ ...run(500, 514), dash: true }]), [], reader))).to.deep.equal(['-']);
    expect(reader.asked).to.equal(0);
  });

  it('drops unsure words that stand on no letters', async () => {
    const words = await readAgain(
      page([]),
      [word('ee', 100, 130, 0.5), word('Pass', 200, 260, 0.9)],
      recognizer('', 0),
    );
    expect(listTexts(words)).to.deep.equal(['Pass']);
  });

  it('bounds how many cells are read again', async () => {
    const runs = Array.from({ length: 400 }, (_, index) => run(index * 2, index * 2 + 1));
    const reader = recognizer('x', 0.9);
    await readAgain(page(runs), [], reader);
    expect(reader.asked).to.equal(240);
  });
});
