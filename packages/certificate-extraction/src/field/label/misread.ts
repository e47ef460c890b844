import leven from 'leven';
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
  const near = TYPICAL.find((typical) => leven(folded, typical.folded, { maxDistance: allowed + 1 }) <= allowed);
  return near?.hit && { ...near.hit, weight: near.hit.weight * TRUST };
}
