import type { FieldName } from '../result.ts';
import { type DateOrder, looksLikeDate, readDate, toIsoDate } from '../value/date.ts';
import { foldLetters, MONTH } from '../value/month.ts';
import { readUnit } from '../value/unit.ts';

/** A value read for a field; `certainty` (0 to 1) tells how plausible it is; `impossible`: a date that no calendar has. */
export type FieldValue = { value: string; certainty: number; impossible?: true };

/** Values that say that there is none. */
const VOID =
  /^(?:[-–—_./*\s]+|n\.? ?\/? ?a\.?|not (?:applicable|available|provided|given|specified|stated|assigned|defined|known|reported)|none|nil|nt|tbd|unknown|see (?:label|below|above|packaging|pack|attached|annex|remarks?).*|\(?not provided\)?|as per label|keine angabe|k\. ?a\.)$/i;

/** What is printed as a date, whether or not there is such a day. */
const DATE_SHAPE = new RegExp(
  `^(?:\\d{1,4}([-/.])\\d{1,2}\\1\\d{2,4}|\\d{1,2}(?:\\.|st|nd|rd|th)?[ -]${MONTH}[ .-]+\\d{4}|${MONTH}\\.? \\d{1,2},? \\d{4})(?!\\d)`,
);
const CODE_WORD = /^[(]?[A-Z0-9][A-Z0-9/_.+\\-]*[)]?[,;.]?$/;
const DATE_FIELDS: ReadonlySet<FieldName> = new Set(['manufacturing_date', 'expiry_date', 'issue_date', 'retest_date']);

/** Whether the words say that there is no value. */
export function isVoid(text: string): boolean {
  return VOID.test(text.trim().replace(/^[:\s]+/, ''));
}

export function isDateField(field: FieldName): boolean {
  return DATE_FIELDS.has(field);
}

/** The value of a field that the text begins with; undefined where it is none that this field can have. */
export function readFieldValue(field: FieldName, text: string, order: DateOrder): FieldValue | undefined {
  // Specks of a scan stand before a value as points and quotes.
  const trimmed = text.replace(/^[\s:=–—'"‘’“”`´.,;|_~*^{}[\]-]+(?=\S)/, '').trim();
  if (trimmed === '' || isVoid(trimmed)) return undefined;
  if (isDateField(field)) return readDateValue(field, trimmed, order);
  if (field === 'batch_number') return readCode(trimmed) ?? readNamedBatch(trimmed);
  if (field === 'certificate_number') return readWholeCode(trimmed) ?? readCode(trimmed);
  return readName(trimmed, field);
}

function readDateValue(field: FieldName, text: string, order: DateOrder): FieldValue | undefined {
  const start = text.replace(/^(?:end of|approx\.?|on|by|as of|until|till|to|in|am|le)\s+/i, '');
  const date = readDate(start, order);
  if (!date) return readSpecked(field, start, order);
  const rest = start.slice(date.length).trim();
  if (/^\d/.test(rest) && !/^\d{1,2}[:.h]\d{2}/.test(rest)) return undefined;
  const last = field === 'expiry_date' || field === 'retest_date';
  const certainty = date.ambiguous ? 0.97 : 1;
  return {
    value: toIsoDate(date, last ? 'last' : 'first'),
    certainty: /^[a-z]/i.test(rest) ? certainty * 0.95 : certainty,
  };
}

// A point between the figures of "09/2.4/2024" is a speck of the scan.
function readSpecked(field: FieldName, text: string, order: DateOrder): FieldValue | undefined {
  const repaired = text.replace(/^(\d{0,2}\/?\d)\.(\d\/)/, '$1$2');
  if (repaired !== text) {
    const read = readDateValue(field, repaired, order);
    return read && { ...read, certainty: 0.85 * read.certainty };
  }
  const shape = DATE_SHAPE.exec(foldLetters(text))?.[0];
  return shape === undefined ? undefined : { value: text.slice(0, shape.length), certainty: 0, impossible: true };
}

/** Batch and certificate numbers: words of capitals and figures with a figure among them. */
function readCode(text: string): FieldValue | undefined {
  const words = text.split(/\s+/);
  const code = leadingCode(words);
  const value = code
    .join(' ')
    .replace(/[,;.:]+$/, '')
    .replace(/^\((.*)\)$/, '$1');
  if (!/\d/.test(value) || value.length < 2 || value.length > 40) return undefined;
  if (/^\d+[.,]\d+$|%|@|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/.test(value)) return undefined;
  const next = words[code.length];
  if (next && isMeasure(value, next)) return undefined;
  return { value, certainty: codeCertainty(value, next) };
}

// "Wedding Cake 0412": houses that name their batches after the goods.
function readNamedBatch(text: string): FieldValue | undefined {
  const isNamed = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{L}*){0,2}[ -]#?\d{3,}[\dA-Z-]*$/u.test(text);
  return isNamed && !looksLikeDate(text) ? { value: text, certainty: 0.8 } : undefined;
}

// "UK GMP 13351 Insp GMP": names of offices stand in numbers of certificates.
function readWholeCode(text: string): FieldValue | undefined {
  const words = text.split(/\s+/);
  const isCode =
    words.length <= 6 && words.every((word) => /^[\p{L}\d/_.+()\\-]{1,30}$/u.test(word)) && /\d/.test(text);
  if (!isCode || words.length < 2 || looksLikeDate(text) || (!/\d/.test(words[0] ?? '') && !/^[A-Z]/.test(text)))
    return undefined;
  const isProse = words.some((word) =>
    /^(?:page|of|date|dated|rev|revision|version|the|and|from|for|issued|on|seite|ed)\.?$/i.test(word),
  );
  return isProse || words.filter((word) => /^[a-z]/.test(word)).length > 0
    ? undefined
    : { value: text, certainty: 0.97 };
}

// "25 kg" is an amount; "A123 10 kg" is a number with its amount.
function isMeasure(value: string, next: string): boolean {
  if (!/^[\d.,]+$/.test(value)) return false;
  return readUnit(next) !== null || /^(?:of|months?|years?|days?|units?|drums?|bags?|pages?)$/i.test(next);
}

function codeCertainty(value: string, next: string | undefined): number {
  if (value.length < 3 || /[-/]$/.test(value)) return 0.6;
  // "A118822 / L22" may be two numbers.
  if (/\s[/&]\s/.test(value)) return 0.85;
  return next === undefined || /^[(,;|/]/.test(next) ? 1 : 0.9;
}

function leadingCode(words: readonly string[]): string[] {
  const code: string[] = [];
  for (const word of words) {
    const isMixed = /\d/.test(word) && /^[\p{L}\d][\p{L}\d/_.+\\-]*[,;.]?$/u.test(word);
    if (!CODE_WORD.test(word) && !isMixed && !(/^[-/&]$/.test(word) && code.length > 0)) break;
    if (code.length > 0 && (/[,;]$/.test(code.at(-1) ?? '') || /^[(]/.test(word) || readUnit(word))) break;
    code.push(word);
  }
  while (/^[-/&]$/.test(code.at(-1) ?? '')) code.pop();
  const isSpaced = code.length <= 5 && code.every((word) => /\d/.test(word) || /^(?:[A-Z]{1,4}|[-/&])$/.test(word));
  return isSpaced ? code : code.slice(0, 1);
}

const NO_NAME =
  /^(?:information|details?|(?:test |inspection |works )?(?:certificate|declaration|report|statement)\b|(?:order|part|item|article|reference|catalog(?:ue)?) (?:no|nr|number|code)\b|recommend\w*|warrant\w*|data|specification|address|name|s? ?(?:license|licence|certificate)|and |or |of |is |in |has |have |shall |will |may |for |the |to |which |that |at the )/i;

function readName(text: string, field: FieldName): FieldValue | undefined {
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  const isSentence =
    field !== 'scope' && /\b(?:is|are|was|were|shall|should|will|this|which|that|does|has been)\b/.test(text);
  if (letters < 3 || NO_NAME.test(text) || isSentence || /@|https?:|^www\./i.test(text)) return undefined;
  if (field !== 'scope' && text.length > 200) return undefined;
  if (/^[\d\s.,/%-]+$/.test(text)) return undefined;
  return {
    value: text.replace(/\s+/g, ' ').replace(/[;,]$/, ''),
    certainty: /^\p{Lu}|^\d|^\p{Lo}/u.test(text) ? 1 : 0.8,
  };
}
