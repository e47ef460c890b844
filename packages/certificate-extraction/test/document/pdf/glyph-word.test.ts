import { expect } from 'chai';
import { type UprightGlyph, wordsOfGlyphs } from '../../../src/document/pdf/glyph/glyph-word.ts';
import { asSuperscript, plainText, repairLigature } from '../../../src/document/pdf/glyph/letter.ts';
import { sortGlyphs } from '../../../src/document/pdf/glyph/seen-glyph.ts';
import { type Glyph, glyphBox } from '../../../src/document/pdf/trace/trace-text.ts';

type Print = { x: number; y?: number; size?: number; advance?: number; spacing?: number; bold?: boolean };

/** Glyphs half as wide as high, one after the other. */
const print = (
  text: string,
  { x, y = 100, size = 10, advance = 5, spacing = 0, bold = false }: Print,
): UprightGlyph[] =>
  [...text].map((letter, index) => ({
    text: letter,
    x: x + index * (advance + spacing),
    y,
    width: Math.min(advance, size / 2),
    spacing,
    size,
    bold,
  }));
const listTexts = (glyphs: readonly UprightGlyph[]) =>
  wordsOfGlyphs(glyphs)
    .sort((one, other) => one.x0 - other.x0)
    .map((word) => word.text);

describe('words from glyphs', () => {
  it('parts words at a painted space and at a gap', () => {
    expect(listTexts([...print('NMT 10', { x: 50 }), ...print('ppm', { x: 90 })])).to.deep.equal(['NMT', '10', 'ppm']);
  });

  it('joins what touches, in whatever order it was painted', () => {
    expect(listTexts([...print('8.0', { x: 55 }), ...print('9', { x: 50 })])).to.deep.equal(['98.0']);
  });

  it('joins a raised digit as a superscript and a lowered one as it is', () => {
    expect(listTexts([...print('10', { x: 50 }), ...print('3', { x: 60, y: 96, size: 6 })])).to.deep.equal(['10³']);
    expect(listTexts([...print('H', { x: 50 }), ...print('2', { x: 55, y: 102, size: 6 })])).to.deep.equal(['H2']);
  });

  it('joins an exponent that is as large as its ten, and no figure on the line above', () => {
    expect(listTexts([...print('10', { x: 50 }), ...print('3', { x: 60, y: 96 })])).to.deep.equal(['10³']);
    expect(listTexts([...print('10', { x: 50 }), ...print('3', { x: 60, y: 88 })])).to.deep.equal(['10', '3']);
  });

  it('keeps small text beside a large letter apart', () => {
    expect(
      listTexts([...print('ABC', { x: 50, size: 20, advance: 10 }), ...print('sample', { x: 80, y: 105, size: 8 })]),
    ).to.deep.equal(['ABC', 'sample']);
  });

  it('joins letters printed with a space after each, up to a wider gap', () => {
    expect(
      listTexts([...print('ASSAY', { x: 50, advance: 9 }), ...print('TEST', { x: 104, advance: 9 })]),
    ).to.deep.equal(['ASSAY', 'TEST']);
  });

  it('does not join single digits of neighbouring cells', () => {
    expect(listTexts(print('12345', { x: 50, advance: 9 }))).to.deep.equal(['1', '2', '3', '4', '5']);
  });

  it('parts letter-spaced words at their spaces', () => {
    expect(listTexts(print('AB CD', { x: 50, spacing: 3 }))).to.deep.equal(['AB', 'CD']);
  });

  it('tells bold words', () => {
    expect(wordsOfGlyphs(print('Assay', { x: 50, bold: true }))[0]).to.include({ bold: true, confidence: 1 });
  });
});

describe('letters of a font', () => {
  it('gives a lost ligature back', () => {
    expect(repairLigature('speci\u0000cation')).to.equal('specification');
    expect(repairLigature('re\u0000ux')).to.equal('reflux');
    expect(repairLigature('\u0001\u0002\u0003')).to.equal('\uFFFD\uFFFD\uFFFD');
  });

  it('reads ligatures and the letters of the Symbol font', () => {
    expect(plainText('\uFB01')).to.equal('fi');
    expect(plainText('\uF0A3')).to.equal('≤');
    expect(plainText('\u00A0')).to.equal('');
  });

  it('raises digits and signs alone', () => {
    expect(asSuperscript('-2')).to.equal('⁻²');
    expect(asSuperscript('st')).to.equal('st');
  });
});

describe('what a reader sees of glyphs', () => {
  const glyph = (text: string, x: number, order: number, changes: Partial<Glyph> = {}): Glyph => {
    const place = { x, y: 100, angle: 0, width: 5, size: 10 };
    return {
      text,
      ...place,
      spacing: 0,
      bold: false,
      visible: true,
      color: '#000000',
      order,
      box: glyphBox(place),
      ...changes,
    };
  };
  const sort = (glyphs: Glyph[], fills: { order: number; color: string }[] = []) =>
    sortGlyphs({
      width: 600,
      height: 800,
      glyphs,
      strokes: [],
      pictures: [],
      fills: fills.map((fill) => ({ x0: 40, y0: 80, x1: 200, y1: 120, opaque: true, rectangle: true, ...fill })),
    });

  it('counts a letter printed twice for bold once', () => {
    const { seen } = sort([glyph('A', 50, 1), glyph('A', 50.4, 2)]);
    expect(seen).to.have.lengthOf(1);
    expect(seen[0]!.bold).to.equal(true);
  });

  it('keeps a double letter', () => {
    expect(sort([glyph('s', 50, 1), glyph('s', 54, 2)]).seen).to.have.lengthOf(2);
  });

  it('parts what an area was painted over from what was painted on it', () => {
    const { seen, covered } = sort([glyph('6', 50, 1), glyph('9', 50, 3)], [{ order: 2, color: '#ffffff' }]);
    expect(covered.map(({ text }) => text)).to.deep.equal(['6']);
    expect(seen.map(({ text }) => text)).to.deep.equal(['9']);
  });

  it('sees white letters on a dark area only', () => {
    const white = { color: '#ffffff' };
    expect(sort([glyph('A', 50, 3, white)], [{ order: 2, color: '#003366' }]).seen).to.have.lengthOf(1);
    expect(sort([glyph('A', 50, 3, white)]).unseen).to.have.lengthOf(1);
  });
});
