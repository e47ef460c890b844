import { joinText } from '../../line.ts';
import type { DateOrder } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { isVoid, readFieldValue } from '../field-value.ts';
import { findSpots, type Reading, type Spot, toCandidate } from '../part/spot.ts';
import type { LabelHit } from './label.ts';

/** "Lot No. / Exp. Date: A123 / 03-2026": as many values as labels, in the same order. */
export function readJoined(hits: readonly LabelHit[], reading: Reading): Candidate[] {
  for (const spot of findSpots(hits[0]?.field ?? 'batch_number', reading)) {
    const text = joinText(spot.words);
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
  for (const separator of [/\s+[/|&–-]\s+/, /\s*[;|]\s*/, /\s*,\s+/, /\s*\/\s*/]) {
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
