import type { FieldName } from '../../result.ts';
import { foldLetters } from '../../value/month.ts';
import { FIELD_ROWS, OTHER_LABELS } from './pattern.ts';

/** A field that a label names and how surely (0 to 1). */
export type LabelHit = { field: FieldName; weight: number };

/** What a label names: one field or several ("Lot No. / Exp. Date"), in printed order; none for labels of other things. */
export type LabelMatch = { hits: readonly LabelHit[] };

/** How many words a label has at most. */
export const LONGEST_LABEL = 9;

const ROWS = FIELD_ROWS.map(([field, weight, ...patterns]) => ({ field, weight, pattern: wholeLabel(patterns) }));
const OTHER = wholeLabel(OTHER_LABELS);
const NO_MATCH: LabelMatch = { hits: [] };

/**
 * What the whole text names as a label; undefined where it is no label that we know. Letters that OCR mixes up count
 * as the same.
 */
export function matchLabel(text: string): LabelMatch | undefined {
  const folded = foldLabel(text);
  if (folded.length < 2 || folded.length > 90) return undefined;
  const hit = findField(folded);
  if (hit) return { hits: [hit] };
  const joined = matchJoined(text) ?? matchTwice(folded) ?? matchWithInitials(text);
  if (joined) return joined;
  return OTHER.test(folded) ? NO_MATCH : undefined;
}

/** As `matchLabel` for one label in one language only, without joined ones. */
export function matchSingleLabel(text: string): LabelHit | undefined {
  return findField(foldLabel(text));
}

// The codes that EN 10168 gives to the entries of inspection documents stand before the labels ("A03 Certificate No.").
const EN_10168 = /^\s*[abcdz]\d\d(?:\s?[-/,]\s?[abcdz]?\d\d)*\s+(?=\p{L})/iu;

/** Lower case without accents, punctuation, remarks in brackets and letters of a second script. */
export function foldLabel(text: string): string {
  const plain = foldLetters(text.replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})|_/gu, ' '))
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/[№#]|\bn\s?\.?\s?[°º]|\bno\s?[°º]/g, ' no ')
    .replace(/^\s*(?:\d{1,2}[.)]|[a-h]\))\s+/, ' ')
    .replace(EN_10168, ' ')
    .replace(/[^\p{L}\p{N}|!]+/gu, ' ')
    .replace(/\bre (?=test|analys|analis|assay|evaluation|certification|inspection|control|examination|qualif)/g, 're')
    .replace(/\bper cent\b/g, 'percent');
  const latin = /[a-z]{2}/.test(plain) ? plain.replace(/[^\p{Script=Latin}\p{N}|!\s]+/gu, ' ') : plain;
  return foldLookalikes(latin.replace(/\s+/g, ' ').trim());
}

/**
 * How often a value is right whose label names its field with this weight. Weights order labels that compete; a weak label
 * without a stronger rival is right more often than its weight says.
 */
export function toTrust(weight: number): number {
  return weight < 0.6 ? weight * 1.4 : 1 - (1 - weight) * 0.4;
}

function findField(folded: string): LabelHit | undefined {
  const row = ROWS.find(({ pattern }) => pattern.test(folded));
  return row && { field: row.field, weight: row.weight };
}

// "Lot No. / Exp. Date", "Chargen-Nr. / Batch No.", "Mfg. & Exp. Date".
function matchJoined(text: string): LabelMatch | undefined {
  const pieces = text
    .replace(/\([^()]*\)/g, ' ')
    .split(/\s*[/&|,;]\s*|\s+(?:and|und|et|y)\s+/i)
    .filter((piece) => /\p{L}/u.test(piece));
  if (pieces.length < 2 || pieces.length > 4) return undefined;
  const tail = /\s(\S+)$/.exec(pieces.at(-1) ?? '')?.[1] ?? '';
  const hits = pieces.map((piece) => findField(foldLabel(piece)) ?? findField(foldLabel(`${piece} ${tail}`)));
  const known = hits.filter((hit) => hit !== undefined);
  if (pieces.some((piece, index) => !hits[index] && isLabelWithValue(piece))) return undefined;
  if (known.length === 0) return isOther(text, pieces) ? NO_MATCH : undefined;
  const fields = [...new Map(known.map((hit) => [hit.field, hit])).values()];
  // A piece that we do not know is most often the same label in another language, if it stands beside exactly one.
  if (known.length < pieces.length) return fields.length === 1 ? weakened(fields) : undefined;
  return { hits: fields };
}

// "Mfg. date 05" of "F. elaboración / Mfg. date 05/03/2025"
function isLabelWithValue(piece: string): boolean {
  const label = piece.replace(/\s+\S*\d.*$/, '');
  return label !== piece && findField(foldLabel(label)) !== undefined;
}

/** The field that every piece of a label in several languages names ("Hersteller / Manufacturer"). */
export function matchTranslated(text: string): LabelHit | undefined {
  const [first, ...others] = text.split(/\s*\/\s*/).map((piece) => findField(foldLabel(piece)));
  return others.length > 0 && others.every((hit) => hit && hit.field === first?.field) ? first : undefined;
}

// "Client / Customer"; a list with commas is a value.
function isOther(text: string, pieces: readonly string[]): boolean {
  return (
    !/[,;\d]/.test(text.replace(EN_10168, '')) &&
    text.length < 60 &&
    pieces.some((piece) => OTHER.test(foldLabel(piece)))
  );
}

function weakened(hits: readonly LabelHit[]): LabelMatch | undefined {
  const trusted = hits.filter(({ weight }) => weight > 0.9);
  return trusted.length === 0
    ? undefined
    : { hits: trusted.map(({ field, weight }) => ({ field, weight: weight * 0.9 })) };
}

// The same label in two languages without a mark between them ("Batch No. Chargen-Nr.").
function matchTwice(folded: string): LabelMatch | undefined {
  const words = folded.split(' ');
  for (let cut = 1; cut < words.length; cut += 1) {
    const left = findField(words.slice(0, cut).join(' '));
    const right = left && findField(words.slice(cut).join(' '));
    if (left && right?.field === left.field) return { hits: [left] };
  }
  return undefined;
}

const INITIALS =
  /^(?!(?:HPLC|UPLC|GC|LC|MS|ICP|PCR|QPCR|LAB|QC|QA|CAS|EC|UN|PO|SOP|TEST|ITEM|UPC)\b)[A-Z]{2,6}\s+(?=\S)/;

// "SHMA Report ID", "METRC Batch ID": the initials of a house or a system before the label.
function matchWithInitials(text: string): LabelMatch | undefined {
  const rest = text.replace(INITIALS, '');
  const hit = rest === text ? undefined : findField(foldLabel(rest));
  if (!hit || (hit.field !== 'batch_number' && hit.field !== 'certificate_number')) return undefined;
  return { hits: [{ ...hit, weight: hit.weight * 0.93 }] };
}

/** A pattern of whole folded labels from patterns in plain letters. */
export function wholeLabel(patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.map((pattern) => foldPattern(pattern)).join('|')})$`, 'u');
}

// The patterns hold "|" between their choices, which is no letter to fold.
function foldPattern(pattern: string): string {
  return pattern.split('|').map(foldLookalikes).join('|');
}

/** Folds what OCR mixes up: l, 1, | and ! become i, 0 becomes o, "rn" becomes m, "vv" becomes w. */
function foldLookalikes(text: string): string {
  return text
    .replace(/[l1|!]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}
