import type PDFDocument from 'pdfkit';
import { hasRightToLeft, visualRuns, withoutMarks } from './pdf-direction.ts';
import { candidates, FONT_FILES, type FontName, isAttached, isDirectionControl, isInvisible } from './pdf-font.ts';
import { NO_TAGS, type Tags } from './pdf-tags.ts';

type Document = InstanceType<typeof PDFDocument>;

export type Face = 'regular' | 'bold';

export type Style = { face: Face; size: number; colour?: string };

/** An embedded font as `pdfkit` has it; its types do not tell. */
type EmbeddedFont = {
  id: string;
  ascender: number;
  ref(): unknown;
  encode(text: string): [glyphs: string[], positions: unknown];
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
};

/** Where a line begins. `width`: it is written narrower where it would be wider. */
export type Spot = { x: number; y: number; width?: number };

export type Pen = {
  document: Document;
  tags: Tags;
  /** How wide a text is, in points: its characters added up, since laying out takes far longer. Kerning makes it narrower. */
  width(text: string, style: Style): number;
  /** Writes one line. */
  write(text: string, at: Spot, style: Style): void;
  /** The text with `[U+1F600]` for a character that no font has, and without what cannot be seen. */
  writable(text: string): string;
  /** The characters that `writable` has named by their code points. */
  missing(): readonly string[];
  /** How far the baseline of a line lies below its top. */
  baseline(style: Style): number;
  /** The operators and the font that show a text, for content that is written apart from the pages. */
  buildOperators(text: string, style: Style): { content: string; fonts: Record<string, unknown> };
};

const INK = '#1b2430';
/** What looks the same wherever it stands and has nothing to do with its neighbours: each character has its own width. */
const SHAPED = /[\u0590-\u0dff\u0e00-\u0e7f\ufb1d-\ufdff\ufe70-\ufefc]/;
const ASCII = /^[\u0020-\u007e]*$/;

/** Laid out as a whole: without a list of features `pdfkit` lays out each word apart, one after the other from the left. */
const AS_A_WHOLE = { features: [] };

const codePoint = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Opens the embedded fonts of a document. */
export const makePen = (document: Document, tags: Tags = NO_TAGS): Pen => {
  for (const [name, file] of Object.entries(FONT_FILES)) document.registerFont(name, file);
  const embedded = (name: FontName): EmbeddedFont => (document.font(name) as unknown as { _font: EmbeddedFont })._font;
  const has = (name: FontName, character: string): boolean =>
    embedded(name).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const missed = new Set<string>();
  const chosen = new Map<string, FontName | null>();

  /** The font that shows a character; null where none does. */
  const chooseFont = (character: string): FontName | null => {
    let font = chosen.get(character);
    if (font === undefined) {
      font = candidates(character).find((name) => has(name, character)) ?? null;
      chosen.set(character, font);
    }
    return font;
  };

  const writableCharacter = (character: string): string => {
    if (isInvisible(character)) return '';
    if (/\s/.test(character) || (!isDirectionControl(character) && chooseFont(character) !== null)) return character;
    missed.add(codePoint(character));
    return codePoint(character);
  };

  /** The parts of a text that one font shows each. A mark stays with its letter where that one's font has it. */
  const fontRuns = (text: string, face: Face): { font: FontName; text: string }[] => {
    if (ASCII.test(text)) return [{ font: face, text }];
    const runs: { font: FontName; text: string }[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const own = chooseFont(character) ?? 'regular';
      const font = own === 'regular' ? (has(face, character) ? face : own) : own;
      const staysWith = last && isAttached(character) && has(last.font, character);
      if (last && (staysWith || last.font === font)) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  };

  const directed = (text: string, face: Face): { font: FontName; text: string }[] => {
    if (!hasRightToLeft(text)) return fontRuns(withoutMarks(text), face);
    return visualRuns(text).flatMap((run) => {
      const runs = fontRuns(run.text, face);
      return run.isRightToLeft ? runs.reverse() : runs;
    });
  };

  const known: Record<Face, Map<string, number>> = { regular: new Map(), bold: new Map() };
  const measured = (text: string, font: FontName): number => document.font(font, 1000).widthOfString(text, AS_A_WHOLE);
  const measureUnits = (line: string, face: Face): number => {
    const text = withoutMarks(line);
    if (SHAPED.test(text)) return fontRuns(text, face).reduce((sum, run) => sum + measured(run.text, run.font), 0);
    let units = 0;
    for (const character of text) {
      let width = known[face].get(character);
      if (width === undefined) {
        width = fontRuns(character, face).reduce((sum, run) => sum + measured(run.text, run.font), 0);
        known[face].set(character, width);
      }
      units += width;
    }
    return units;
  };
  const width = (text: string, { face, size }: Style): number => (measureUnits(text, face) / 1000) * size;
  const baseline = ({ face, size }: Style): number => (embedded(face).ascender / 1000) * size;

  const draw = (text: string, { x, y, width: room }: Spot, style: Style): void => {
    const { face, size, colour = INK } = style;
    const full = room === undefined ? 0 : width(text, style);
    const scale = room !== undefined && full > room ? room / full : 1;
    // A `textWidth` saves a measurement that nothing here needs.
    const options = {
      ...AS_A_WHOLE,
      lineBreak: false,
      baseline: 'alphabetic',
      horizontalScaling: scale * 100,
      textWidth: 0,
    } as const;
    const line = y + baseline(style);
    let left = x;
    document.fillColor(colour);
    const runs = directed(text, face);
    for (const run of runs) {
      document.font(run.font, size).text(run.text, left, line, options);
      if (run !== runs.at(-1)) left += document.widthOfString(run.text, AS_A_WHOLE) * scale;
    }
  };

  return {
    document,
    tags,
    width,
    baseline,
    write: (text, at, style) => tags.mark(() => draw(text, at, style)),
    writable: (text) => (ASCII.test(text) ? text : Array.from(text.normalize('NFC'), writableCharacter).join('')),
    missing: () => [...missed],
    buildOperators(text, { face, size }) {
      const { id, ref, encode } = embedded(face);
      const [glyphs] = encode.call(embedded(face), text);
      return { content: `BT /${id} ${size} Tf <${glyphs.join('')}> Tj ET`, fonts: { [id]: ref.call(embedded(face)) } };
    },
  };
};
