import { joinText } from '../../line.ts';
import { enclose } from '../../measure.ts';
import { isNumberSign, isTitle } from '../document/certificate-title.ts';
import { type Part, partText } from '../part/part.ts';
import { type LabelHit, LONGEST_LABEL, matchSingleLabel, matchTranslated } from './label.ts';

/** The stretches with labels that are printed on two lines ("Date of" above "manufacture") joined to one. */
export function joinWrappedLabels(parts: readonly Part[]): Part[] {
  const joined = new Map<Part, Part>();
  const used = new Set<Part>();
  for (const upper of parts) {
    const lower = parts.find((part) => continues(upper, part));
    const whole = lower && joinLabels(upper, lower);
    if (!lower || !whole) continue;
    joined.set(upper, whole);
    used.add(lower);
  }
  return parts.flatMap((part) => (used.has(part) ? [] : [joined.get(part) ?? part]));
}

function joinLabels(upper: Part, lower: Part): Part | undefined {
  const lowerWords = lower.label.length > 0 ? lower.label : lower.value;
  const label = [...upper.label, ...upper.value, ...lowerWords];
  const hit = wrappedLabel(joinText(label), label.length);
  if (!hit || hit.weight <= 0.6 || !/\p{L}/u.test(joinText(lowerWords))) return undefined;
  const value = lower.label.length > 0 ? lower.value : [];
  const box = enclose([...label, ...value]);
  return { ...box, page: upper.page, label, value, match: { hits: [hit] }, colon: lower.colon };
}

// In two languages a label takes more words ("Zu verwenden bis / Best before end").
function wrappedLabel(text: string, words: number): LabelHit | undefined {
  if (words > (text.includes('/') ? LONGEST_LABEL : 7)) return undefined;
  return matchSingleLabel(text) ?? matchTranslated(text);
}

function continues(upper: Part, lower: Part): boolean {
  if (lower === upper || lower.page !== upper.page || upper.colon) return false;
  if (upper.label.length > 0 && upper.value.some((word) => /\d/.test(word.text))) return false;
  // "No." below the title has its value beside it.
  if (isTitle(partText(upper)) && isNumberSign(partText(lower))) return false;
  const height = upper.y1 - upper.y0;
  const gap = lower.y0 - upper.y1;
  if (gap < -0.4 * height || gap > 0.7 * height) return false;
  const isAligned = Math.abs(lower.x0 - upper.x0) < 0.5 * height;
  const isCentred = Math.abs(lower.x0 + lower.x1 - upper.x0 - upper.x1) < height;
  const bothAlone = upper.match !== undefined && (lower.match?.hits[0]?.weight ?? 0) > 0.6;
  return (isAligned || isCentred) && !bothAlone;
}
