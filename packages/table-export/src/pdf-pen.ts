import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;

export type Face = 'regular' | 'bold';

export type Style = { face: Face; size: number; colour?: string };

/** An embedded font as `pdfkit` has it; its types do not tell. */
type EmbeddedFont = {
  id: string;
  ref(): unknown;
  encode(text: string): [glyphs: string[], positions: unknown];
  font: { hasGlyphForCodePoint(codePoint: number): boolean };
};

export type Pen = {
  document: Document;
  /** How wide a text is, in points: its characters added up, since laying out takes far longer. Kerning makes it narrower. */
  width(text: string, style: Style): number;
  /** Writes one line. */
  write(text: string, at: { x: number; y: number }, style: Style): void;
  /** The text with a box for each character that the font does not have. */
  writable(text: string): string;
  /** Whether `writable` has met such a character. */
  hasMissed(): boolean;
  /** The operators and the font that show a text, for content that is written apart from the pages. */
  operatorsOf(text: string, style: Style): { content: string; fonts: Record<string, unknown> };
};

const FILES: Record<Face, string> = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};

const INK = '#1b2430';
const BOX = '\u25a1';

/** Opens the embedded fonts of a document. */
export const makePen = (document: Document): Pen => {
  const embedded = (face: Face): EmbeddedFont => (document.font(face) as unknown as { _font: EmbeddedFont })._font;
  document.registerFont('regular', FILES.regular).registerFont('bold', FILES.bold);
  const fonts: Record<Face, EmbeddedFont> = { regular: embedded('regular'), bold: embedded('bold') };
  let missed = false;
  const orBox = (character: string): string => {
    if (fonts.regular.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return character;
    missed = true;
    return BOX;
  };
  const known: Record<Face, Map<string, number>> = { regular: new Map(), bold: new Map() };
  const unitsOf = (text: string, face: Face): number => {
    let units = 0;
    for (const character of text) {
      let width = known[face].get(character);
      if (width === undefined) {
        width = document.font(face, 1000).widthOfString(character);
        known[face].set(character, width);
      }
      units += width;
    }
    return units;
  };
  return {
    document,
    width: (text, { face, size }) => (unitsOf(text, face) / 1000) * size,
    write(text, { x, y }, { face, size, colour = INK }) {
      document.font(face, size).fillColor(colour).text(text, x, y, { lineBreak: false });
    },
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is in every font and needs no look
    writable: (text) => (/^[\u0000-\u007f]*$/.test(text) ? text : Array.from(text, orBox).join('')),
    hasMissed: () => missed,
    operatorsOf(text, { face, size }) {
      const { id, ref, encode } = fonts[face];
      const [glyphs] = encode.call(fonts[face], text);
      return { content: `BT /${id} ${size} Tf <${glyphs.join('')}> Tj ET`, fonts: { [id]: ref.call(fonts[face]) } };
    },
  };
};
