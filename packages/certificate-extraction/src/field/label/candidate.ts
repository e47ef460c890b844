import { joinText } from '../../line.ts';
import { enclose } from '../../measure.ts';
import type { FieldName } from '../../result.ts';
import { type DateOrder, looksLikeDate } from '../../value/date.ts';
import { isBatchNumber, isLabelOfSeveral, isOneOfSeveral } from '../batch/several.ts';
import { type Candidate, withoutBox } from '../candidate.ts';
import { joinAddress, splitCompany } from '../company/company.ts';
import { isLabWork } from '../company/lab-work.ts';
import { siteBeside } from '../company/site.ts';
import { dateContext } from '../date/context.ts';
import { isVoid, readFieldValue } from '../field-value.ts';
import { blockFrom, type Sheet } from '../part/block.ts';
import type { Part } from '../part/part.ts';
import { findSpots, isTextField, type Reading, type Spot, textCandidate, toCandidate } from '../part/spot.ts';
import { readJoined } from './joined.ts';
import type { LabelHit } from './label.ts';
import { nestedAddress, readNested } from './nested-key.ts';

const BARE_DATE = 0.6;
const LAB_WORK_SHARE = 0.6;

// "Werk 2, Walzstraße 5": the label of the works gives the place, not the company.
const WORKS_NAME =
  /^(?:werk|works|plant|mill|factory|site|usine|planta|stabilimento|fabriek)(?: (?:no\.? ?)?[\dIVX]+)?$/i;

/** What the labels of all pages give, in printed order. */
export function findCandidates(sheet: Sheet, order: DateOrder): Candidate[] {
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
  const weight = computeWeight(hit, label, sheet);
  if (weight === 0) return [];
  for (const spot of findSpots(hit.field, reading)) {
    if (isVoid(joinText(spot.words))) return [];
    const found = isTextField(hit.field)
      ? readTexts({ ...hit, weight }, spot, reading)
      : readPlain({ ...hit, weight }, spot, reading);
    if (found.length > 0) return found;
  }
  return hit.field === 'manufacturer' ? readNested(hit, reading) : [];
}

function computeWeight({ field, weight }: LabelHit, label: Part, sheet: Sheet): number {
  if (weight === BARE_DATE && field === 'issue_date' && !isNamedDate(label)) return dateContext(label, sheet);
  return field === 'batch_number' && isLabWork(label, sheet.parts) ? LAB_WORK_SHARE * weight : weight;
}

function isNamedDate(label: Part): boolean {
  return /\p{L}+\s+\p{L}+|\p{L}{6,}/u.test(joinText(label.label));
}

function readPlain(hit: LabelHit, spot: Spot, { label, sheet, order }: Reading): Candidate[] {
  const read = readFieldValue(hit.field, joinText(spot.words), order);
  if (spot.place === 'below' && isHeat(label)) return [];
  const isSeveral = isSeveralValues(hit.field, spot, { label, sheet });
  if (read && isSeveral) {
    return [{ ...toCandidate(hit, read, { label, spot }), several: true }];
  }
  if (!read || (!label.colon && spot.place === 'beside' && read.value.length < 3)) return [];
  const isProse = spot.place === 'beside' && !label.colon && /^[a-z]/.test(joinText(label.label));
  return [toCandidate(isProse ? { ...hit, weight: hit.weight * 0.7 } : hit, read, { label, spot })];
}

function isSeveralValues(field: FieldName, { place, part }: Spot, { label, sheet }: Omit<Reading, 'order'>): boolean {
  // A column of dates under "Date" holds those of several signatures.
  if (field === 'certificate_number' || (field === 'issue_date' && place === 'below')) return false;
  if (place === 'beside') return field === 'batch_number' && isLabelOfSeveral(label, sheet);
  return isOneOfSeveral(part, label, { sheet, isValue: field === 'batch_number' ? isBatchNumber : looksLikeDate });
}

// "Heat No." most often heads a column of a table, with a row for each heat.
function isHeat(label: Part): boolean {
  return /^(?:[A-DZ]\d\d\s+)?(?:heat|melt|cast)\b/i.test(joinText(label.label));
}

function readTexts(hit: LabelHit, spot: Spot, reading: Reading): Candidate[] {
  const block = blockFrom(spot.part, spot.words, reading.sheet);
  const context = { label: reading.label, spot, reading };
  const inBlock = (found: Candidate[]) => found.map((one) => ({ ...one, box: enclose(block.words) }));
  if (hit.field === 'scope') return inBlock(textCandidate(hit, block.lines.join(' '), context));
  if (hit.field === 'manufacturing_site') {
    const site = joinAddress(block.lines) ?? '';
    return inBlock(textCandidate({ ...hit, weight: hit.weight * siteWeight(reading.label, site) }, site, context));
  }
  const { name, address } = splitCompany(block.lines);
  if (hit.field === 'manufacturer' && WORKS_NAME.test(name)) {
    const site = address === undefined ? '' : (joinAddress(block.lines) ?? '');
    return inBlock(textCandidate({ ...hit, field: 'manufacturing_site' }, site, context));
  }
  const found = inBlock(textCandidate(hit, name, context));
  if (found.length === 0 || hit.field !== 'manufacturer') return found;
  const site = address ?? nestedAddress(block, reading) ?? siteBeside(reading.label, reading.sheet);
  if (!site) return found;
  const beside = textCandidate({ field: 'manufacturing_site', weight: hit.weight * 0.9 }, site, context);
  // An address that does not stand below the name has a position that is not recorded here.
  return [...found, ...(address ? inBlock(beside) : beside.map(withoutBox))];
}

// "Manufactured in USA" names the country, not the site.
function siteWeight(label: Part, site: string): number {
  return /\bin$/i.test(joinText(label.label).replace(/[:\s]+$/, '')) && !/,|\d/.test(site) ? 0.6 : 1;
}
