import type { Font } from '../trace/graphics-state.ts';

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/**
 * The letter or digit that a simple font shows for a code by the name it gives it; undefined for other signs, and where the
 * font's file alone knows what its codes show. Apart from what its map to Unicode says, which is what programs copy.
 */
export function namedLetter(font: Font, code: number): string | undefined {
  if (font.composite || font.isType3Font) return undefined;
  const name = font.differences?.get(code) ?? (hasUsualCodes(font) ? font.defaultEncoding?.[code] : undefined);
  if (name === undefined) return undefined;
  if (/^[A-Za-z]$/.test(name)) return name;
  const digit = DIGITS.indexOf(name);
  return digit === -1 ? undefined : String(digit);
}

/** The file of a Type 1 font may have codes of its own, a symbolic font has. */
function hasUsualCodes({ type, isSymbolicFont, missingFile }: Font): boolean {
  return !isSymbolicFont && (type === 'TrueType' || missingFile === true);
}
