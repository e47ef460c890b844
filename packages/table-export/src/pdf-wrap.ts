type Measure = (text: string) => number;

/** Words with the space after them; a word may end after a slash or a hyphen. */
const PIECE = /[^\s/-]*[/-]|[^\s/-]+|\s/g;

/** A piece that is wider than a line, in parts that are not: added up by character, so that a long one takes no longer each. */
const partsOf = (piece: string, width: number, measure: Measure): string[] => {
  if (measure(piece) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  let filled = 0;
  for (const character of piece) {
    const more = measure(character);
    if (part !== '' && filled + more > width) {
      parts.push(part);
      part = '';
      filled = 0;
    }
    part += character;
    filled += more;
  }
  return [...parts, part];
};

const wrapParagraph = (paragraph: string, width: number, measure: Measure): string[] => {
  if (measure(paragraph) <= width) return [paragraph];
  const lines: string[] = [];
  let line = '';
  for (const piece of paragraph.match(PIECE) ?? []) {
    for (const part of partsOf(piece, width, measure)) {
      // A line grows by no blanks beyond its width: it would be measured anew for each.
      if (part.trim() === '' && measure(line + part) > width) continue;
      if (line !== '' && measure((line + part).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      if (line !== '' || part.trim() !== '') line += part;
    }
  }
  return [...lines, line.trimEnd()];
};

/** The lines of a text that are at most `width` wide; at least one. */
export const wrap = (text: string, width: number, measure: Measure): string[] =>
  text
    .replaceAll('\t', ' ')
    .split(/\r\n?|\n/)
    .flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
