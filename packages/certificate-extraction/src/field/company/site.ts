import { joinText } from '../../line.ts';
import type { DateOrder } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { readFieldValue } from '../field-value.ts';
import { foldLabel, wholeLabel } from '../label/label.ts';
import { blockFrom, type Sheet } from '../part/block.ts';
import { type Part, standsAt } from '../part/part.ts';
import { findNeighbours } from '../part/place.ts';
import { joinAddress } from './company.ts';

const COMPANION = wholeLabel([
  '(?:site|facility|plant|works|werk|mill|factory|premises|location|street|postal)(?: (?:address|location|name))?',
  'address|adresse|anschrift|standort',
]);
const WORKS = wholeLabel(['(?:plant|works|werk|mill|factory|fabrik|usine|planta|stabilimento|fabrica|fabriek)']);

// A place is a list of names or holds a postal code; "Plant: flower" is neither.
const PLACE_NAME = /,|\d/;
// Without a colon only a list that holds a number besides names is sure.
const PLACE_WITH_CODE = /^(?=.*\d).*\p{L}{3,}.*,.*\p{L}{3,}/u;

/** The address under its own label ("Site", "Address") next to the label of the manufacturer in the same row. */
export function siteBeside(label: Part, sheet: Sheet): string | undefined {
  const height = label.y1 - label.y0;
  const [next] = sheet.parts
    .filter((part) => part.page === label.page && part !== label && part.x0 > label.x0 + height)
    .filter((part) => isInRow(part, label) && (part.label.length > 0 || label.value.length > 0))
    .sort((a, b) => a.x0 - b.x0)
    .filter((part) => part.label.length > 0);
  return next && COMPANION.test(foldLabel(joinText(next.label))) ? findAddress(next, sheet) : undefined;
}

/** Sites of production that a works, plant or mill names ("Plant: Viroqua, WI 54665"). */
export function worksSites(sheet: Sheet, order: DateOrder): Candidate[] {
  return sheet.parts.flatMap((part): Candidate[] => {
    const label = part.colon ? part.label : [...part.label, ...part.value];
    if (!WORKS.test(foldLabel(joinText(label)))) return [];
    const address = findAddress(part.colon ? part : { ...part, label, value: [] }, sheet) ?? '';
    const isPlace = part.colon ? PLACE_NAME.test(address) : PLACE_WITH_CODE.test(address);
    const read = isPlace ? readFieldValue('manufacturing_site', address, order) : undefined;
    if (!read) return [];
    const confidence = 0.9 * read.certainty;
    return [{ field: 'manufacturing_site', value: read.value, weight: 0.85, confidence, ...standsAt(part) }];
  });
}

function findAddress(label: Part, sheet: Sheet): string | undefined {
  const spot =
    label.value.length > 0
      ? label
      : findNeighbours(label, sheet.parts).find(({ part }) => part.label.length === 0)?.part;
  return spot && joinAddress(blockFrom(spot, spot.value, sheet).lines);
}

function isInRow(part: Part, label: Part): boolean {
  return Math.abs(part.y0 + part.y1 - label.y0 - label.y1) < 0.8 * (label.y1 - label.y0);
}
