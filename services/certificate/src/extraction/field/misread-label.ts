import { foldLabel, type LabelHit, matchSingleLabel } from './label.ts';

const TYPICAL = [
  'Batch Number',
  'Lot Number',
  'Date of manufacture',
  'Date of manufacturing',
  'Manufacturing date',
  'Manufactured on',
  'Production date',
  'Date of production',
  'Expiry date',
  'Expiration date',
  'Date of expiry',
  'Best before',
  'Use before',
  'Retest date',
  'Date of retest',
  'Retest before',
  'Date of issue',
  'Issue date',
  'Report date',
  'Release date',
  'Approval date',
  'Certificate date',
  'Certificate Number',
  'Certificate No.',
  'Report number',
  'Manufacturer',
  'Manufactured by',
  'Manufacturing site',
  'Production site',
  'Site of manufacture',
  'Chargennummer',
  'Herstelldatum',
  'Verfalldatum',
  'Hersteller',
  'Date de fabrication',
  'Date de péremption',
].map((label) => ({ folded: foldLabel(label), hit: matchSingleLabel(label) }));

const TRUST = 0.88;

/** The label that a scan shows with a letter or two misread; undefined where no usual label is that near. */
export function matchMisreadLabel(text: string): LabelHit | undefined {
  const folded = foldLabel(text);
  if (folded.length < 9) return undefined;
  const allowed = folded.length < 14 ? 1 : 2;
  const near = TYPICAL.find((typical) => isWithin(folded, typical.folded, allowed));
  return near?.hit && { ...near.hit, weight: near.hit.weight * TRUST };
}

/** Whether at most `allowed` letters must be changed, added or left out (Levenshtein). */
function isWithin(one: string, other: string, allowed: number): boolean {
  if (Math.abs(one.length - other.length) > allowed) return false;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      line.push(Math.min(change, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return (above[other.length] ?? allowed + 1) <= allowed;
}
