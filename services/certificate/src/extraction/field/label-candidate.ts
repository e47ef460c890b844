import { textOf } from '../line.ts';
import type { Word } from '../page.ts';
import type { FieldName } from '../result.ts';
import type { DateOrder } from '../value/date.ts';
import { type Block, blockFrom, isNestedKey, joinAddress, type Sheet, splitCompany } from './block.ts';
import type { Candidate } from './candidate.ts';
import { dateContext } from './date-context.ts';
import { type FieldValue, isDateField, isVoid, readFieldValue } from './field-value.ts';
import { type LabelHit, trustOf } from './label.ts';
import type { Part } from './part.ts';
import { nearestAbove, neighboursOf, type Place } from './place.ts';
import { isLabelOfSeveral, isOneOfSeveral } from './several-batches.ts';
import { siteBeside } from './site.ts';

const PLACE: Readonly<Record<Place, number>> = { beside: 0.98, right: 0.98, below: 0.97, above: 0.85 };
const BARE_DATE = 0.6;

// Of long values in scans, with names of places in many languages, one letter or word is often lost unnoticed.
const SCANNED: Partial<Record<FieldName, number>> = {
  manufacturer: 0.95,
  holder: 0.95,
  manufacturing_site: 0.7,
  scope: 0.85,
};

type Reading = { label: Part; sheet: Sheet; order: DateOrder };
type Spot = { place: Place; part: Part; words: readonly Word[] };

/** What the labels of all pages give, in printed order. */
export function candidatesOf(sheet: Sheet, order: DateOrder): Candidate[] {
  return sheet.parts.flatMap((label) => {
    const hits = label.match?.hits ?? [];
    if (hits.length === 0) return [];
    return hits.length === 1
      ? readSingle(hits[0] as LabelHit, { label, sheet, order })
      : readJoined(hits, { label, sheet, order });
  });
}

function readSingle(hit: LabelHit, reading: Reading): Candidate[] {
  const { label, sheet } = reading;
  const weight =
    hit.weight === BARE_DATE && hit.field === 'issue_date' && !isNamedDate(label)
      ? dateContext(label, sheet)
      : hit.weight;
  if (weight === 0) return [];
  for (const spot of spotsOf(hit.field, reading)) {
    if (isVoid(textOf(spot.words))) return [];
    const found = isTextField(hit.field)
      ? readTexts({ ...hit, weight }, spot, reading)
      : readPlain({ ...hit, weight }, spot, reading);
    if (found.length > 0) return found;
  }
  return hit.field === 'manufacturer' ? readNested(hit, reading) : [];
}

function isNamedDate(label: Part): boolean {
  return /\p{L}+\s+\p{L}+|\p{L}{6,}/u.test(textOf(label.label));
}

/** The places where the value may stand; none behind a label that follows. */
function spotsOf(field: FieldName, { label, sheet }: Reading): Spot[] {
  if (label.value.length > 0) return [{ place: 'beside', part: label, words: label.value }];
  const spots = neighboursOf(label, sheet.parts).flatMap(({ place, part }): Spot[] =>
    part.label.length > 0 ? [] : [{ place, part, words: part.value }],
  );
  const above = isDateField(field) && spots.length === 0 && !label.colon ? nearestAbove(label, sheet.parts) : undefined;
  return above && above.label.length === 0 ? [{ place: 'above', part: above, words: above.value }] : spots;
}

function readPlain(hit: LabelHit, spot: Spot, { label, sheet, order }: Reading): Candidate[] {
  const read = readFieldValue(hit.field, textOf(spot.words), order);
  if (spot.place === 'below' && isHeat(label)) return [];
  const isSeveral = spot.place === 'beside' ? isLabelOfSeveral(label, sheet) : isOneOfSeveral(spot.part, label, sheet);
  if (read && hit.field === 'batch_number' && isSeveral) {
    return [{ ...toCandidate(hit, read, { label, spot }), several: true }];
  }
  if (!read || (!label.colon && spot.place === 'beside' && read.value.length < 3)) return [];
  const isProse = spot.place === 'beside' && !label.colon && /^[a-z]/.test(textOf(label.label));
  return [toCandidate(isProse ? { ...hit, weight: hit.weight * 0.7 } : hit, read, { label, spot })];
}

// "Heat No." most often heads a column of a table, with a row for each heat.
function isHeat(label: Part): boolean {
  return /^(?:[A-DZ]\d\d\s+)?(?:heat|melt|cast)\b/i.test(textOf(label.label));
}

function readTexts(hit: LabelHit, spot: Spot, reading: Reading): Candidate[] {
  const block = blockFrom(spot.part, spot.words, reading.sheet);
  const context = { label: reading.label, spot };
  if (hit.field === 'scope') return textCandidate(hit, block.lines.join(' '), context, reading);
  if (hit.field === 'manufacturing_site') {
    const site = joinAddress(block.lines) ?? '';
    return textCandidate({ ...hit, weight: hit.weight * siteWeight(reading.label, site) }, site, context, reading);
  }
  const { name, address } = splitCompany(block.lines);
  const found = textCandidate(hit, name, context, reading);
  if (found.length === 0 || hit.field !== 'manufacturer') return found;
  const site = address ?? nestedAddress(block, reading) ?? siteBeside(reading.label, reading.sheet);
  if (!site) return found;
  return [
    ...found,
    ...textCandidate({ field: 'manufacturing_site', weight: hit.weight * 0.9 }, site, context, reading),
  ];
}

// "Manufactured in USA" names the country, not the site.
function siteWeight(label: Part, site: string): number {
  return /\bin$/i.test(textOf(label.label).replace(/[:\s]+$/, '')) && !/,|\d/.test(site) ? 0.6 : 1;
}

function textCandidate(
  hit: LabelHit,
  text: string,
  context: { label: Part; spot: Spot },
  { order, label }: Reading,
): Candidate[] {
  const read = readFieldValue(hit.field, text, order);
  if (!read) return [];
  const isGlued = context.spot.place === 'beside' && !label.colon;
  const certainty = isGlued && !/\bby$|\bat$/i.test(textOf(label.label)) ? read.certainty * 0.75 : read.certainty;
  return [toCandidate(hit, { ...read, certainty }, context)];
}

// A heading over keys of its own: "Cultivator / Manufacturer" over "Business Name: …" and "Address: …".
function readNested(hit: LabelHit, reading: Reading): Candidate[] {
  const { label, sheet } = reading;
  const below = neighboursOf(label, sheet.parts).find(({ place }) => place === 'below')?.part;
  if (!below || !isNestedKey(below, 'name') || below.value.length === 0) return [];
  const spot: Spot = { place: 'below', part: below, words: below.value };
  const block = blockFrom(below, below.value, sheet);
  const name = textCandidate(hit, block.lines.join(' '), { label: below, spot }, reading);
  const site = nestedAddress(block, reading);
  if (!site) return name;
  return [
    ...name,
    ...textCandidate({ field: 'manufacturing_site', weight: hit.weight * 0.9 }, site, { label: below, spot }, reading),
  ];
}

/** The address under its own key below the name of a company. */
function nestedAddress(block: Block, { label, sheet }: Reading): string | undefined {
  const height = label.y1 - label.y0;
  const key = sheet.parts.find(
    (part) =>
      part.page === label.page &&
      isNestedKey(part, 'address') &&
      part.y0 > label.y0 &&
      part.y0 - block.y1 < 4 * height &&
      Math.abs(part.x0 - label.x0) < 2 * height,
  );
  if (!key) return undefined;
  const spot =
    key.value.length > 0 ? key : neighboursOf(key, sheet.parts).find(({ part }) => part.label.length === 0)?.part;
  return spot && joinAddress(blockFrom(spot, spot.value, sheet).lines);
}

/** "Lot No. / Exp. Date: A123 / 03-2026": as many values as labels, in the same order. */
function readJoined(hits: readonly LabelHit[], reading: Reading): Candidate[] {
  for (const spot of spotsOf(hits[0]?.field ?? 'batch_number', reading)) {
    const text = textOf(spot.words);
    const pieces = splitJoined(text, hits, reading.order);
    if (pieces) return hits.flatMap((hit, index) => readPiece(hit, pieces[index] ?? '', { reading, spot }));
    const sole = hits.filter(({ field }) => readFieldValue(field, text, reading.order));
    const [first] = sole;
    if (first) return readPiece({ ...first, weight: first.weight * 0.8 }, text, { reading, spot });
  }
  return [];
}

// "A123 / 03-2026" has a separator with blanks; without them a stroke may belong to a date.
function splitJoined(text: string, hits: readonly LabelHit[], order: DateOrder): string[] | undefined {
  for (const separator of [/\s+[/|&]\s+/, /\s*[;|]\s*/, /\s*,\s+/, /\s*\/\s*/]) {
    const pieces = text.split(separator);
    const fits = hits.every(({ field }, index) => {
      const piece = pieces[index] ?? '';
      return isVoid(piece) || readFieldValue(field, piece, order) !== undefined;
    });
    if (pieces.length === hits.length && fits) return pieces;
  }
  return undefined;
}

function readPiece(hit: LabelHit, text: string, { reading, spot }: { reading: Reading; spot: Spot }): Candidate[] {
  const read = readFieldValue(hit.field, text, reading.order);
  return read ? [toCandidate({ ...hit, weight: hit.weight * 0.95 }, read, { label: reading.label, spot })] : [];
}

function toCandidate(hit: LabelHit, read: FieldValue, { label, spot }: { label: Part; spot: Spot }): Candidate {
  const seen = [...label.label, ...spot.words.slice(0, isTextField(hit.field) ? 14 : 6)].map((word) => word.confidence);
  const legibility = 0.4 + 0.6 * Math.min(1, ...seen);
  const colon = label.colon ? 1 : 0.99;
  const reading = seen.some((sure) => sure < 1) ? (SCANNED[hit.field] ?? 1) : 1;
  const confidence = reading * PLACE[spot.place] * trustOf(hit.weight) * read.certainty * legibility * colon;
  return { field: hit.field, value: read.value, weight: hit.weight, confidence, page: label.page, y: label.y0 };
}

function isTextField(field: FieldName): boolean {
  return field === 'manufacturer' || field === 'manufacturing_site' || field === 'holder' || field === 'scope';
}
