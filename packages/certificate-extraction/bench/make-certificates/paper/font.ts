import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Family =
  | 'helvetica'
  | 'times'
  | 'courier'
  | 'liberation'
  | 'dejavu-sans'
  | 'dejavu-condensed'
  | 'dejavu-serif'
  | 'dejavu-serif-condensed'
  | 'dejavu-mono';
export type Face = 'regular' | 'bold' | 'italic';

/** What the writer of PDF takes as a font: a standard font's name or a file; `symbols` tells whether it has ≤, ≥ and Ω. */
export type FontSource = { name: string; symbols: boolean };

const standard: Partial<Record<Family, Record<Face, string>>> = {
  helvetica: { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' },
  times: { regular: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' },
  courier: { regular: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique' },
};

const dejavu = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json')));
const pdfjs = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

const files: Partial<Record<Family, Record<Face, string>>> = {
  liberation: liberation(),
  'dejavu-sans': variants('DejaVuSans', 'Oblique'),
  'dejavu-condensed': variants('DejaVuSansCondensed', 'Oblique'),
  'dejavu-serif': variants('DejaVuSerif', 'Italic'),
  'dejavu-serif-condensed': variants('DejaVuSerifCondensed', 'Italic'),
  'dejavu-mono': variants('DejaVuSansMono', 'Oblique'),
};

/** The font of a family and face. */
export function fontSource(family: Family, face: Face): FontSource {
  const name = standard[family]?.[face];
  if (name !== undefined) return { name, symbols: false };
  const file = files[family]?.[face];
  if (file === undefined) throw new RangeError(`no font for ${family} ${face}`);
  return { name: file, symbols: true };
}

function variants(name: string, italic: string): Record<Face, string> {
  const file = (suffix: string) => join(dejavu, 'ttf', `${name}${suffix}.ttf`);
  return { regular: file(''), bold: file('-Bold'), italic: file(`-${italic}`) };
}

function liberation(): Record<Face, string> {
  const file = (face: string) => join(pdfjs, 'standard_fonts', `LiberationSans-${face}.ttf`);
  return { regular: file('Regular'), bold: file('Bold'), italic: file('Italic') };
}
