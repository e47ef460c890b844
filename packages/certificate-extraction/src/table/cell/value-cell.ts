import { NOT_FOUND } from '../../value/finding-word.ts';
import { NUMBER, normalizePrint } from '../../value/number.ts';
import { isFinding, toKind } from './cell-kind.ts';

/** What one cell says of a test: its result, the limits, the verdict; `bare`: what a limit without a sign means. */
export type ValueCell = { result?: string; limits?: string; bare?: 'max'; verdict?: string };

const BRACKETS = /[([]([^()[\]]+)[)\]]/;
const SEPARATOR =
  /\s*[·•|;]\s*|(?<!limits?:?|spec\.?:?|range:?)\s+(?=(?:(?:action )?limits?|spec|range|max|min|nmt|nlt)\b|[≤≥])/i;
const LABEL =
  /^(?:(?:action |legal |reg(?:ulatory|\.) )?(?:limits?|level)|spec(?:ification|\.)?s?|range|norm|requirement|req\.?|target)\b\s*:?\s*(\S.*)$/i;
const UPPER = /^[^:\d]*(?:limit|level)/i;
const VERDICT_BEHIND = /^(.*\S)\s+(pass(?:ed|es)?|fail(?:ed|s)?|complies|conforms|ok|✓|✔|✗|✘)$/iu;

const UNIT = String.raw`(?:\s?(?:[%°‰]|\p{L}|µ)[\p{L}\d%°µ/²³.·*-]{0,11}(?: ?\/ ?[\p{L}\d]{1,6})?)?`;
const SIGN = String.raw`(?:≤|≥|<=|>=|<|>|~|nmt|nlt|max(?:imum)?\.?:?|min(?:imum)?\.?:?|not (?:more|less) than|up to|at least)`;
const QUANTITY = new RegExp(`^[<>≤≥~]?\\s?[+-]?${NUMBER}${UNIT}(?: (?:at|@) \\d+(?:\\.\\d+)? ?° ?[CF])?$`, 'iu');
const BOUNDS = new RegExp(`^${SIGN}?\\s*[+-]?${NUMBER}${UNIT}(?:\\s*(?:-|–|to)\\s*[+-]?${NUMBER}${UNIT})?$`, 'iu');
const ABSENT = new RegExp(`^(?:${NOT_FOUND})(?: (?:in|\\/) ?\\d+ ?(?:g|ml))?$`, 'i');

const isBounds = (text: string): boolean => BOUNDS.test(normalizePrint(text)) || ABSENT.test(text);

/** Limits behind a word that says so ("limit 0.2 ppm"), or that are limits beyond doubt ("max. 5 %"). */
const limitsIn = (text: string): ValueCell | undefined => {
  const labelled = LABEL.exec(text)?.[1];
  if (labelled !== undefined && isBounds(labelled))
    return { limits: labelled, ...(UPPER.test(text) ? { bare: 'max' as const } : {}) };
  const plain = normalizePrint(text);
  const isSure =
    BOUNDS.test(plain) &&
    (/^(?:[≤≥]|<=|>=|n[ml]t|max|min|not|up|at)/i.test(plain) || /\d\D*(?:-|–|to)\s*\d/.test(plain));
  return isSure ? { limits: text } : undefined;
};

const readPiece = (text: string): ValueCell | undefined => {
  const limits = limitsIn(text);
  if (limits) return limits;
  const [, before, verdict] = VERDICT_BEHIND.exec(text) ?? [];
  if (before && verdict) {
    const piece = readPiece(before);
    return piece && { ...piece, verdict };
  }
  const kind = toKind(text);
  if (kind === 'verdict') return { verdict: text };
  const isFound = kind === 'number' ? QUANTITY.test(normalizePrint(text)) : kind === 'absence' || kind === 'untested';
  return isFound ? { result: text } : undefined;
};

/** Puts together what several cells say; the first that speaks of a thing counts. */
export const mergeCells = (cells: readonly ValueCell[]): ValueCell => Object.assign({}, ...cells.toReversed());

/**
 * Reads a cell such as "0.49 (max 0.65) PASS", "Limit: 20 µg/kg · Pass" or "21.4 %"; undefined where anything else stands
 * in it.
 */
export const readValueCell = (text: string): ValueCell | undefined => {
  const inside = BRACKETS.exec(text)?.[1]?.trim();
  const limits =
    inside === undefined
      ? undefined
      : (limitsIn(inside) ?? (isBounds(inside) && /[<>]/.test(inside) ? { limits: inside } : undefined));
  const rest = limits ? text.replace(BRACKETS, ' ').replace(/\s+/g, ' ').trim() : text.trim();
  const pieces = rest.split(SEPARATOR).filter(Boolean).map(readPiece);
  const read = pieces.filter((piece) => piece !== undefined);
  return read.length === pieces.length && pieces.length > 0
    ? mergeCells([...(limits ? [limits] : []), ...read])
    : undefined;
};

/** True for a value that shows by itself that it was measured: with a unit, with decimals, or "ND" and the like. */
export const isMeasured = (value: string): boolean => {
  if (!isFinding(toKind(value)) || toKind(value) === 'verdict') return false;
  return !/^[\d\s]+$/.test(value);
};
