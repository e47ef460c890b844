import { expect } from 'chai';
import { agree, fuller, isShort, type Reading, settle, surest } from '../../../src/ocr/look/reading.ts';

/** Words as wide as their letters; points and commas take no room. */
const reading = (text: string, confidence: number): Reading =>
  text.split(' ').map((word) => {
    const x1 = 9 * word.replaceAll(/[.,]/g, '').length;
    return { text: word, confidence, letters: [], x0: 0, y0: 0, x1, y1: 9 };
  });
const joinText = (words: Reading): string => words.map((word) => word.text).join(' ');

describe('readings of one line', () => {
  it('agree where figures, marks and signs are the same', () => {
    expect(agree(reading('0,15 %', 0.9), reading('0,15%', 0.5))).to.equal(true);
    expect(agree(reading('0,15', 0.9), reading('0.15', 0.9))).to.equal(false);
    expect(agree(reading('<10', 0.9), reading('10', 0.9))).to.equal(false);
  });

  it('keeps the marks that one of two looks passed over', () => {
    expect(joinText(fuller(reading('018', 0.94), reading('0,18', 0.9)) as Reading)).to.equal('0,18');
    expect(fuller(reading('018', 0.94), reading('0,19', 0.9))).to.equal(null);
  });

  it('goes with two of three, a little in doubt', () => {
    const [word] = settle([reading('1,628', 0.95), reading('1,528', 0.93), reading('1,528', 0.96)]);
    expect(word).to.include({ text: '1,528', confidence: 0.91 });
  });

  it('takes what is a number where all three differ, in doubt', () => {
    const [word] = settle([reading('Nn o', 0.9), reading('7.26', 0.8), reading('Be 4', 0.9)]);
    expect(word).to.include({ text: '7.26', confidence: 0.75 });
  });

  it('goes with two of four where the others differ, in more doubt', () => {
    const [word] = settle([reading('9.3', 0.9), reading('1.8', 0.9), reading('6.4', 0.8), reading('1.8', 0.95)]);
    expect(word).to.include({ text: '1.8', confidence: 0.85 });
  });

  it('does not let looks that lost a word decide', () => {
    expect(joinText(settle([reading('Lot: 24171B', 0.8), reading('Lot:', 0.95), reading('Lot:', 0.96)]))).to.equal(
      'Lot: 24171B',
    );
    expect(joinText(surest([reading('21 CFU/g', 0.8), reading('21', 0.96)]))).to.equal('21 CFU/g');
    expect(isShort(reading('Lot:', 0.9), reading('Lot: 24171B', 0.8))).to.equal(true);
  });
});
