import { joinText } from '../../line.ts';
import { type Candidate, withoutBox } from '../candidate.ts';
import { joinAddress } from '../company/company.ts';
import { type Block, blockFrom, type Sheet } from '../part/block.ts';
import type { Part } from '../part/part.ts';
import { findNeighbours } from '../part/place.ts';
import { type Reading, textCandidate } from '../part/spot.ts';
import { foldLabel, type LabelHit, wholeLabel } from './label.ts';

const PARTY = wholeLabel([
  '(?:customer|client|consignee|buyer|purchaser|sold to|ship to|bill to|distributor|supplier|vendor|importer)(?: name)?',
  'kunde|auftraggeber|besteller|lieferant|fournisseur|cliente|proveedor|fornitore|klant|leverancier',
]);
const NAME_LABEL =
  /^(?:business|company|legal|firm|facility|manufacturer|producer|licensee|entity)?\s?(?:name|company|business|firm|licensee|entity)$/i;

const ADDRESS_LABEL =
  /^(?:(?:site |street |plant |postal |mailing |company |business )?address|adresse|anschrift|direcci[oó]n|domicilio|indirizzo|adres|endereço|morada)$/i;

/** Whether a label is one of the keys below a heading ("Business Name", "Address"). */
function isNestedKey(part: Part, key: 'name' | 'address'): boolean {
  if (part.label.length === 0) return false;
  const text = joinText(part.label)
    .replace(/[:\s]+$/, '')
    .trim();
  if (key === 'name') return NAME_LABEL.test(text);
  return text.split(/\s*\/\s*/).every((label) => ADDRESS_LABEL.test(label));
}
// A heading over keys of its own: "Cultivator / Manufacturer" over "Business Name: …" and "Address: …".
export function readNested(hit: LabelHit, reading: Reading): Candidate[] {
  const { label, sheet } = reading;
  const key = nestedName(label, sheet);
  const part = key && valuePart(key, sheet);
  if (!key || !part) return [];
  const context = { label: key, spot: { place: 'below', part, words: part.value }, reading } as const;
  const block = blockFrom(part, part.value, sheet);
  const name = textCandidate(hit, block.lines.join(' '), context);
  const site = nestedAddress(block, reading);
  if (!site) return name;
  const found = textCandidate({ field: 'manufacturing_site', weight: hit.weight * 0.9 }, site, context);
  return [...name, ...found.map(withoutBox)];
}

// The key of the name, below the heading or below the number of its licence.
function nestedName(heading: Part, sheet: Sheet): Part | undefined {
  const below = (part: Part) => findNeighbours(part, sheet.parts).find(({ place }) => place === 'below')?.part;
  const first = below(heading);
  const key = first && /^lic/i.test(joinText(first.label)) ? below(first) : first;
  return key && isNestedKey(key, 'name') ? key : undefined;
}

function valuePart(key: Part, sheet: Sheet): Part | undefined {
  if (key.value.length > 0) return key;
  return findNeighbours(key, sheet.parts).find(({ part }) => part.label.length === 0)?.part;
}

/** The address under its own key below the name of a company, unless another party stands between them. */
export function nestedAddress(block: Block, { label, sheet }: Reading): string | undefined {
  const height = label.y1 - label.y0;
  const column = sheet.parts.filter(
    (part) =>
      part.page === label.page &&
      part.y0 > label.y0 &&
      part.y0 - block.y1 < 4 * height &&
      Math.abs(part.x0 - label.x0) < 2 * height,
  );
  const key = column.find((part) => isNestedKey(part, 'address'));
  if (!key || column.some((part) => part.y0 < key.y0 && isParty(part))) return undefined;
  const part = valuePart(key, sheet);
  return part && joinAddress(blockFrom(part, part.value, sheet).lines);
}

function isParty(part: Part): boolean {
  return joinText(part.label)
    .split('/')
    .some((label) => PARTY.test(foldLabel(label)));
}
