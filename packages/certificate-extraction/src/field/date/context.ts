import { joinText } from '../../line.ts';
import { type DateOrder, readDate, toIsoDate } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { isTitle } from '../document/certificate-title.ts';
import { PLACE_AND_DATE, type Sheet } from '../part/block.ts';
import { type Part, partText, standsAt } from '../part/part.ts';
import { findNeighbours } from '../part/place.ts';

const APPROVAL =
  /\b(?:approv\w*|authori[sz]\w*|releas\w*|issued|certified by|signed|signature|qualified person|quality (?:assurance|control|manager|head|unit)|head of quality|(?:lab(?:oratory)?|technical|scientific|quality) (?:director|manager)|q\.?[acp]\.?|director|freigabe|freigegeben)\b/i;
const OTHER_ACT =
  /\b(?:sampl\w*|receiv\w*|collect\w*|prepar\w*|analy[sz]ed|analyst|analysis|tested|testing|test date|perform\w*|extract\w*|checked|reviewed|instrument|running|calibrat\w*|order\w*|deliver\w*|print\w*|revision|effective|invoice|manufactur(?!er)\w*|expir\w*|harvest\w*|ship\w*|method)\b/i;

/** How surely a plain "Date" is the date of issue: by the nearest words that say whose date it is. 0 where another act's. */
export function dateContext(label: Part, sheet: Sheet): number {
  const height = label.y1 - label.y0;
  const near = sheet.parts
    .filter(
      (part) => part !== label && part.page === label.page && !isComplete(part, sheet) && !isTitle(partText(part)),
    )
    .filter((part) => part.y0 > label.y0 - 6 * height && part.y1 < label.y1 + 2.5 * height)
    .filter((part) => part.x0 < label.x1 + 60 && part.x1 > label.x0 - 260)
    .map((part) => ({ text: partText(part), distance: distance(label, part) }))
    .filter(({ text }) => text.length < 80 && (APPROVAL.test(text) || OTHER_ACT.test(text)))
    .sort((a, b) => a.distance - b.distance);
  if (isTableHead(label, sheet)) return 0;
  const nearest = near[0];
  if (nearest) return APPROVAL.test(nearest.text) && !/review|prepar|check/i.test(nearest.text) ? 0.8 : 0;
  const page = sheet.pages.find(({ number }) => number === label.page);
  const isHeader = page !== undefined && page.number === 1 && label.y1 < 0.35 * page.height;
  return isHeader ? 0.75 : 0.5;
}

// A label with its value beside it says nothing of another date; who did something does.
function isComplete(part: Part, sheet: Sheet): boolean {
  if (part.value.length > 0 && part.match?.hits.some(({ weight }) => weight > 0.6)) return true;
  if (part.label.length === 0) return endsWithDate(part);
  if (!part.match || /\bby[:\s]*$/i.test(joinText(part.label))) return false;
  const right = findNeighbours(part, sheet.parts).find(({ place }) => place === 'right')?.part;
  const value = part.value.length > 0 || right?.label.length !== 0 ? part.value : right.value;
  return /\d/.test(joinText(value));
}

function endsWithDate({ value }: Part): boolean {
  return value.some((_, index) => {
    const text = joinText(value.slice(index));
    return readDate(text, 'dmy')?.length === text.length;
  });
}

// "Analyte | Result | Date" heads a column of dates of tests.
function isTableHead(label: Part, sheet: Sheet): boolean {
  if (label.colon) return false;
  return sheet.parts.some(
    (part) =>
      part.page === label.page &&
      Math.abs(part.y0 - label.y0) < label.y1 - label.y0 &&
      /^(?:analytes?|parameters?|tests?|results?|methods?|limits?|specifications?|units?|findings?|lo[dq])\b/i.test(
        partText(part),
      ),
  );
}

function distance(label: Part, part: Part): number {
  const across = Math.max(0, part.x0 - label.x1, label.x0 - part.x1);
  const down = Math.max(0, part.y0 - label.y1, label.y0 - part.y1);
  return across / 3 + down;
}

/** Dates beside or under a signature without a label of their own ("Laboratory Director - 1/27/2022"). */
export function signatureDates(sheet: Sheet, order: DateOrder): Candidate[] {
  return sheet.parts.flatMap((part) => {
    const hits = part.match?.hits ?? [];
    const text = partText(part);
    const place =
      hits.length === 0 && !part.colon && !OTHER_ACT.test(text) ? PLACE_AND_DATE.exec(text)?.[0] : undefined;
    if (place !== undefined) return dateBehind(text.slice(place.length), part, order);
    if (hits.length > 0 || text.length > 90 || !APPROVAL.test(text) || OTHER_ACT.test(text)) return [];
    const date = firstDate(part, order) ?? dateUnder(part, sheet, order);
    return date ? [{ field: 'issue_date', value: date, weight: 0.6, confidence: 0.82, ...standsAt(part) }] : [];
  });
}

// "Wien, 01.03.2023" above the signature
function dateBehind(text: string, part: Part, order: DateOrder): Candidate[] {
  const date = readDate(text, order);
  if (!date?.day || date.length < text.trim().length) return [];
  return [{ field: 'issue_date', value: toIsoDate(date), weight: 0.6, confidence: 0.85, ...standsAt(part) }];
}

// The date alone in the line below "Quality Assurance Dept."
function dateUnder(signer: Part, { parts }: Sheet, order: DateOrder): string | undefined {
  const height = signer.y1 - signer.y0;
  const below = parts.find(
    (part) =>
      part.page === signer.page &&
      part.y0 > signer.y1 - 0.3 * height &&
      part.y0 - signer.y1 < height &&
      (Math.abs(part.x0 - signer.x0) < height || Math.abs(part.x1 - signer.x1) < height),
  );
  const text = below?.label.length === 0 ? joinText(below.value) : '';
  const date = readDate(text, order);
  return date?.day && date.length === text.length ? toIsoDate(date) : undefined;
}

function firstDate(part: Part, order: DateOrder): string | undefined {
  const words = [...part.label, ...part.value];
  for (let index = 1; index < words.length; index += 1) {
    const date = readDate(joinText(words.slice(index, index + 4)), order);
    if (date?.day) return toIsoDate(date);
  }
  return undefined;
}
