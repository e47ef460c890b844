import type { DateOrder } from './date.ts';
import { foldLetters, MONTH } from './month.ts';

/**
 * `sure`: a date that fits one order only, points or a printed pattern decided, not a hint; `mixed`: the document shows
 * both orders; `ambiguous`: it holds dates that fit both; `hinted`: the country, the style of dates with month names, or dates
 * that one order makes impossible spoke for it; without any of these it is a guess.
 */
export type DecidedOrder = { order: DateOrder; sure: boolean; mixed: boolean; ambiguous: boolean; hinted: boolean };

const NUMERIC = /(?<![\d./-])(\d{1,2})\s?([-/.])\s?(\d{1,2})\s?\2\s?(?:(?:19|20)\d{2}|\d{2})(?![\d/-]|\.\d)/g;
const PATTERN_DAY_FIRST = /\bdd\s?[-/. ]\s?mm\s?[-/. ]\s?y{2,4}\b|\btt\.mm\.jj/g;
const PATTERN_MONTH_FIRST = /\bmm\s?[-/. ]\s?dd\s?[-/. ]\s?y{2,4}\b/g;
const NAME_FIRST = new RegExp(`(?<![a-z\\d])${MONTH}\\.? ?\\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2}`, 'g');
const DAY_FIRST = new RegExp(`(?<![\\d])\\d{1,2}(?:st|nd|rd|th)?\\.?[ -]${MONTH}[ ,.-]+(?:19|20)?\\d{2}`, 'g');
const UNITED_STATES =
  /\b(?:usa|u\.s\.a\.?|united states)\b|\b(?:a[lkzr]|c[aot]|d[ec]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]),?\s+\d{5}(?:-\d{4})?\b/g;
const ELSEWHERE =
  /\b(?:germany|deutschland|france|italy|italia|spain|espana|switzerland|schweiz|austria|belgium|netherlands|denmark|sweden|ireland|poland|czech|hungary|portugal|united kingdom|england|india|china|israel|brazil|brasil|mexico|argentina|australia|new zealand|singapore|turkey|turkiye|egypt|gmbh|s\.?p\.?a\.?|s\.?r\.?l|b\.v\.|pvt|gst)\b/g;

/**
 * The order of day and month of a whole document: a date that fits one order only decides; then a printed pattern
 * ("MM/DD/YYYY"), points as separators, the style of dates with month names, the country; else day first (ISO 8601's
 * smaller half, and the order of most countries).
 */
export function decideDateOrder(text: string): DecidedOrder {
  const folded = foldLetters(text);
  const votes = countVotes(folded);
  const { dayFirst, monthFirst, ambiguous } = votes;
  const mixed = dayFirst > 0 && monthFirst > 0;
  if (dayFirst !== monthFirst)
    return { order: dayFirst > monthFirst ? 'dmy' : 'mdy', sure: true, mixed, ambiguous, hinted: true };
  const hint = count(folded, PATTERN_DAY_FIRST) - count(folded, PATTERN_MONTH_FIRST);
  if (hint !== 0) return { order: hint > 0 ? 'dmy' : 'mdy', sure: true, mixed, ambiguous, hinted: true };
  if (votes.dotted) return { order: 'dmy', sure: true, mixed, ambiguous, hinted: true };
  const country = count(folded, UNITED_STATES) - count(folded, ELSEWHERE);
  const named = count(folded, NAME_FIRST) - count(folded, DAY_FIRST);
  const order = (country || named) > 0 ? 'mdy' : 'dmy';
  return { order, sure: false, mixed, ambiguous, hinted: country !== 0 || named !== 0 };
}

type Votes = { dayFirst: number; monthFirst: number; dotted: boolean; ambiguous: boolean };

function countVotes(text: string): Votes {
  const votes = { dayFirst: 0, monthFirst: 0, dotted: false, ambiguous: false };
  for (const [, first, separator, second] of text.matchAll(NUMERIC)) {
    const [a, b] = [Number(first), Number(second)];
    if (a < 1 || b < 1 || a > 31 || b > 31) continue;
    if (a > 12 && b <= 12) votes.dayFirst += 1;
    if (b > 12 && a <= 12) votes.monthFirst += 1;
    if (a <= 12 && b <= 12 && a !== b) votes.ambiguous = true;
    if (separator === '.' && b <= 12) votes.dotted = true;
  }
  return votes;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
