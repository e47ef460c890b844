import { textOf } from '../line.ts';
import type { Box, Page, Word } from '../page.ts';
import type { Part } from './part.ts';

/** Everything that fields are read from: the stretches of all pages and their rulings. */
export type Sheet = { pages: readonly Page[]; parts: readonly Part[] };

/** Lines that stand below each other without a gap: an address, a scope. */
export type Block = Box & { lines: readonly string[]; words: readonly Word[] };

type Start = { part: Part; words: readonly Word[]; box: Box };

const MOST_LINES = 8;

// The title of the document may stand right below an address.
const TITLE = /^(?:certificate|certificat|certificado|zertifikat|analysenzertifikat|(?:test|analytical) report)\b/i;

/** The value words of a stretch and the lines that continue them below. */
export function blockFrom(part: Part, words: readonly Word[], sheet: Sheet): Block {
  const box = { ...part, x0: words[0]?.x0 ?? part.x0 };
  const lines = [textOf(words)];
  const taken = [...words];
  let last: Start = { part, words, box };
  while (lines.length < MOST_LINES) {
    const next = nextLine(last, sheet, box);
    if (!next) break;
    lines.push(textOf(next.value));
    taken.push(...next.value);
    last = { part: next, words: next.value, box: next };
  }
  return { ...box, y1: last.box.y1, lines, words: taken };
}

function nextLine({ part, box }: Start, sheet: Sheet, first: Box): Part | undefined {
  const height = part.y1 - part.y0;
  const below = sheet.parts
    .filter(
      (other) => other.page === part.page && other.y0 >= part.y1 - 0.3 * height && other.y0 - part.y1 < 0.85 * height,
    )
    .filter((other) => isAligned(other, [first, box, part], height))
    .sort((a, b) => a.y0 - b.y0)[0];
  if (!below || below.label.length > 0 || isRuledOff(part, below, sheet) || isValueOfOther(below, part, sheet))
    return undefined;
  if (TITLE.test(textOf(below.value))) return undefined;
  const isSentence =
    below.value.length > 12 || /\b(?:is|are|was|were|has|have|shall|will|the|this|that)\b/i.test(textOf(below.value));
  if (isSentence && Math.abs(below.x0 - first.x0) > 0.6 * height) return undefined;
  const size = below.y1 - below.y0;
  return size > 1.35 * height || size < 0.7 * height ? undefined : below;
}

// The line below may be the value of the next label in a column of values.
function isValueOfOther(line: Part, first: Part, sheet: Sheet): boolean {
  const middle = (line.y0 + line.y1) / 2;
  const nearest = sheet.parts
    .filter((part) => part.page === line.page && part.x1 <= line.x0 && part.y0 < middle && part.y1 > middle)
    .sort((a, b) => b.x1 - a.x1)[0];
  return nearest !== undefined && nearest.label.length > 0 && nearest.value.length === 0 && nearest.y0 > first.y0 + 1;
}

function isAligned(line: Box, boxes: readonly Box[], height: number): boolean {
  return boxes.some(
    (box) =>
      Math.abs(line.x0 - box.x0) < 0.6 * height ||
      (Math.abs(line.x1 - box.x1) < 0.3 * height && line.x0 < box.x1) ||
      Math.abs(line.x0 + line.x1 - box.x0 - box.x1) < 0.8 * height,
  );
}

function isRuledOff(upper: Part, lower: Part, sheet: Sheet): boolean {
  const page = sheet.pages.find(({ number }) => number === upper.page);
  const [from, to] = [(upper.y0 + upper.y1) / 2, (lower.y0 + lower.y1) / 2];
  return (page?.rulings ?? []).some(
    (line) =>
      line.x1 - line.x0 > line.y1 - line.y0 &&
      line.y0 > from &&
      line.y1 < to &&
      line.x0 < lower.x1 &&
      line.x1 > lower.x0,
  );
}

const SUFFIX =
  /\b(?:ltd|limited|inc|incorporated|llc|l\.l\.c|gmbh|ag|kg|kgaa|s\.?a\.?s?|s\.?p\.?a|s\.?r\.?l|b\.?v|n\.?v|co|corp|corporation|company|plc|llp|pvt|pty|oy|oyj|ab|a\/s|aps|k\.k|sdn bhd|d\.o\.o|s\.?r\.?o|kft|z\s?o\.?\s?o|a\.?[sş]|ltda|lda|spc|s\.?l\.?u?|gbr|e\.?k|mbh)\b(?!-\p{L})\.?\)?/giu;
/** The legal form of a company (Ltd, GmbH, S.A.). */
export const LEGAL_FORM = new RegExp(SUFFIX.source, 'iu');
const NOT_ADDRESS =
  /@|\bwww\.|https?:|^(?:tel|phone|fax|e-?mail|lic(?:ense|ence)?|reg)\b|^\+?[\d\s()./-]{7,}$|^[A-Z]{1,5}\d*-[\dA-Z-]+$|^[A-Z0-9]+-[A-Z0-9]+-LIC$/i;

/** Parts a company's name from its address: by lines, or behind the legal form in one line. */
export function splitCompany(lines: readonly string[]): { name: string; address: string | undefined } {
  const [first = '', ...rest] = joinBrokenName(lines);
  const address = rest.filter((line) => !NOT_ADDRESS.test(line.trim()));
  const cut = endOfName(first);
  const tail = first
    .slice(cut)
    .replace(/^[\s,;–-]+/, '')
    .trim();
  const name = first.slice(0, cut).replace(/[\s,;–-]+$/, '');
  return { name, address: joinAddress(tail === '' ? address : [tail, ...address]) };
}

// "Bright Bio-Chemical Co.," above "Ltd.": the legal form belongs to the name.
function joinBrokenName(lines: readonly string[]): string[] {
  const [first = '', second, ...rest] = lines;
  if (second === undefined) return [...lines];
  const form = second.match(SUFFIX)?.[0];
  const isForm = form !== undefined && second.trim().startsWith(form);
  const endsName =
    form !== undefined && !LEGAL_FORM.test(first) && !/\d/.test(first + second) && second.trim().endsWith(form);
  return isForm || endsName || /[&-]$|\b(?:and|und|of|de|y|et)$/i.test(first)
    ? [`${first} ${second}`, ...rest]
    : [...lines];
}

/** Lines of an address as one text; a line that is itself a list of commas was broken by width, others by meaning. */
export function joinAddress(lines: readonly string[]): string | undefined {
  const kept = lines
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '' && !NOT_ADDRESS.test(line));
  if (kept.length === 0) return undefined;
  const isList = kept.length > 1 && kept.slice(0, -1).some((line) => (line.match(/,/g) ?? []).length >= 2);
  return kept
    .reduce((text, line) => (isList || /[,;-]$/.test(text) ? `${text} ${line}` : `${text}, ${line}`))
    .replace(/[,;]$|(?<=\p{L}{4})\.$/u, '');
}

function endOfName(line: string): number {
  const suffixes = [...line.matchAll(SUFFIX)].filter((match) => (match.index ?? 0) > 2);
  for (const match of suffixes) {
    const end = (match.index ?? 0) + match[0].length;
    const rest = line.slice(end);
    if (/^\s*[.,;–-](?!\s*(?:ltd|limited|inc|llc|gmbh|co|corp|kg|s\.|b\.v|pvt)\b)/i.test(rest)) return end;
  }
  const comma = /,\s*(?=.*\d|[^,]*,)/.exec(line);
  if (suffixes.length === 0 && comma && /\d|,/.test(line.slice(comma.index + 1))) return comma.index;
  return line.length;
}

const NAME_LABEL =
  /^(?:business|company|legal|firm|facility|manufacturer|producer)?\s?(?:name|company|business|firm)$/i;

/** Whether a label is one of the keys below a heading ("Business Name", "Address"). */
export function isNestedKey(part: Part, key: 'name' | 'address'): boolean {
  const text = textOf(part.label)
    .replace(/[:\s]+$/, '')
    .trim();
  if (part.label.length === 0) return false;
  return key === 'name' ? NAME_LABEL.test(text) : /^(?:site |street |plant |postal |mailing )?address$/i.test(text);
}
