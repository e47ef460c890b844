import { joinText } from '../../line.ts';
import { enclose } from '../../measure.ts';
import type { Word } from '../../page.ts';
import type { FieldName } from '../../result.ts';
import type { DateOrder } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { type FieldValue, isDateField, readFieldValue } from '../field-value.ts';
import { type LabelHit, toTrust } from '../label/label.ts';
import type { Sheet } from './block.ts';
import { isCaption } from './caption.ts';
import type { Part } from './part.ts';
import { findNeighbours, isNextLabel, isUnknownLabel, nearestAbove, type Place } from './place.ts';

const ENTRY_CODE = /^[A-DZ]\d\d\b/;
const PLACE: Readonly<Record<Place, number>> = { beside: 0.98, right: 0.98, below: 0.97, above: 0.85 };
// Of long values in scans, with names of places in many languages, one letter or word is often lost unnoticed.
const SCANNED: Partial<Record<FieldName, number>> = {
  manufacturer: 0.95,
  holder: 0.95,
  manufacturing_site: 0.7,
  scope: 0.85,
};

/** A label with all that may hold its value. */
export type Reading = { label: Part; sheet: Sheet; order: DateOrder };

/** Words that may be the value of a label. */
export type Spot = { place: Place; part: Part; words: readonly Word[] };

/** The places where the value may stand; none behind a label that follows. */
export function findSpots(field: FieldName, { label, sheet }: Reading): Spot[] {
  if (label.value.length > 0) return [{ place: 'beside', part: label, words: label.value }];
  if (isCaption(label, sheet.parts)) return findAbove(label, sheet);
  const spots = findNeighbours(label, sheet.parts).flatMap(({ place, part }): Spot[] =>
    part.label.length > 0 || isLabelUnknown(place, part, { label, sheet }) ? [] : [{ place, part, words: part.value }],
  );
  return isDateField(field) && spots.length === 0 && !label.colon ? findAbove(label, sheet) : spots;
}

function findAbove(label: Part, sheet: Sheet): Spot[] {
  const part = nearestAbove(label, sheet.parts);
  return part && part.label.length === 0 ? [{ place: 'above', part, words: part.value }] : [];
}

function isLabelUnknown(place: Place, part: Part, { label, sheet }: Omit<Reading, 'order'>): boolean {
  // Where EN 10168 numbers the entries, "C00" behind "B07 Heat" begins the next label.
  if (ENTRY_CODE.test(joinText(label.label)) && ENTRY_CODE.test(joinText(part.value))) return true;
  return place === 'below' ? isUnknownLabel(part, label, sheet.parts) : isNextLabel(part, label, sheet.parts);
}

/** What a label and the value read at a spot give, with how sure it is. */
export function toCandidate(hit: LabelHit, read: FieldValue, { label, spot }: { label: Part; spot: Spot }): Candidate {
  const seen = [...label.label, ...spot.words.slice(0, isTextField(hit.field) ? 14 : 6)].map((word) => word.confidence);
  const legibility = 0.4 + 0.6 * Math.min(1, ...seen);
  const colon = label.colon ? 1 : 0.99;
  const reading = seen.some((sure) => sure < 1) ? (SCANNED[hit.field] ?? 1) : 1;
  const confidence = reading * PLACE[spot.place] * toTrust(hit.weight) * read.certainty * legibility * colon;
  const { value, impossible } = read;
  const place = { page: label.page, y: label.y0, box: spot.words.length === 0 ? undefined : enclose(spot.words) };
  return { field: hit.field, value, weight: hit.weight, confidence, ...place, ...(impossible ? { impossible } : {}) };
}

/** Whether the values of a field are names or sentences. */
export function isTextField(field: FieldName): boolean {
  return field === 'manufacturer' || field === 'manufacturing_site' || field === 'holder' || field === 'scope';
}

/** As `toCandidate` for a name, an address or a scope; none where the text cannot be one. */
export function textCandidate(
  hit: LabelHit,
  text: string,
  { label, spot, reading }: { label: Part; spot: Spot; reading: Reading },
): Candidate[] {
  const read = readFieldValue(hit.field, text, reading.order);
  if (!read) return [];
  const isGlued = spot.place === 'beside' && !reading.label.colon;
  const isVerb = /\bby$|\bat$/i.test(joinText(reading.label.label));
  const certainty = isGlued && !isVerb ? read.certainty * 0.75 : read.certainty;
  return [toCandidate(hit, { ...read, certainty }, { label, spot })];
}
