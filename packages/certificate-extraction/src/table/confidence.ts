import type { FoundResult, Signs } from './result/found-result.ts';

/**
 * How often a row is right that shows a sign, against rows that do not show it. Estimated on the development documents:
 * 1,844 rows of text layers (9 real documents, 60 made-up ones) and about 900 rows of recognition (8 real documents printed
 * at 200 dpi, 24 made-up scans, skewed, turned, grainy, photographed, faxed). For each sign the share of right rows with
 * it, divided by the share of all rows; where few rows showed it, set lower; cards, which none of them held, weigh as turned
 * tables. A row is right when its name and result are those of the truth.
 */
const SIGN_WEIGHTS = {
  base: 0.995,
  source: { table: 1, data: 1, continuation: 0.985, transposed: 0.97, card: 0.97, headless: 0.95, label: 0.93 },
  kind: { number: 1, absence: 1, verdict: 0.995, text: 0.97, nothing: 0.7, untested: 0.9 },
  guessed: 0.9,
  crossing: 0.93,
  wrapped: 0.99,
  manyLines: 0.95,
  disagreement: 0.8,
  unreadLimits: 0.99,
  noLimits: 0.985,
  recognizedText: 0.85,
  oddNumber: 0.7,
  oddName: 0.8,
} as const;

/** The share of right rows of recognition by the confidence of the least certain word of their cells, as it states it. */
const OCR_STEPS: readonly (readonly [least: number, share: number])[] = [
  [0.93, 1],
  [0.9, 0.95],
  [0.8, 0.89],
  [0.6, 0.81],
  [0.3, 0.74],
  [0, 0.65],
];

const MANY_LINES = 4;

const NUMBER = /^(?:[<>≤≥] ?)?[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d\d)?(?: ?[%°µ\p{L}/·²³^().]+){0,4}$/u;
const ODD_NAME = /-$|^\p{L} \p{Lu}|^[^\p{L}\d([<>≤≥±-]/u;

const shareForOcr = (confidence: number): number => OCR_STEPS.find(([least]) => confidence >= least)?.[1] ?? 0;

/** What speaks against a row of recognition alone: letters take the place of figures, first and last signs go astray. */
const factorsOfOcr = ({ parameter, result, signs }: FoundResult): number[] => {
  if (signs.ocr === 1) return [];
  return [
    shareForOcr(signs.ocr),
    signs.kind === 'text' ? SIGN_WEIGHTS.recognizedText : 1,
    signs.kind === 'number' && !NUMBER.test(result ?? '') ? SIGN_WEIGHTS.oddNumber : 1,
    ODD_NAME.test(parameter) ? SIGN_WEIGHTS.oddName : 1,
  ];
};

const factorOfLimits = ({ hasSpecification, verdict }: Signs): number => {
  if (!hasSpecification) return SIGN_WEIGHTS.noLimits;
  return verdict.demand === null || verdict.demand.kind === 'text' ? SIGN_WEIGHTS.unreadLimits : 1;
};

const listFactors = (signs: Signs): number[] => [
  SIGN_WEIGHTS.source[signs.source],
  SIGN_WEIGHTS.kind[signs.kind],
  signs.guessed ? SIGN_WEIGHTS.guessed : 1,
  signs.crossing ? SIGN_WEIGHTS.crossing : 1,
  signs.lines > MANY_LINES ? SIGN_WEIGHTS.manyLines : signs.lines > 1 ? SIGN_WEIGHTS.wrapped : 1,
  signs.verdict.agreement === 'disagree' ? SIGN_WEIGHTS.disagreement : 1,
  factorOfLimits(signs),
];

/** How sure a row is read as printed, from 0 to 1. */
export const computeConfidence = (found: FoundResult): number => {
  const factors = [...listFactors(found.signs), ...factorsOfOcr(found)];
  const confidence = factors.reduce((product, factor) => product * factor, SIGN_WEIGHTS.base);
  return Math.round(confidence * 1000) / 1000;
};
