import type { Candidate } from '../candidate.ts';
import { readFieldValue } from '../field-value.ts';
import type { Sheet } from '../part/block.ts';
import { partText, standsAt } from '../part/part.ts';

const EMBEDDED =
  /(?<before>\S+\s+)?\b(?:batch|lot|charge|lote|lotto)(?:[ /](?:batch|lot))?(?:\s?(?:no\.?|number|nr\.?|n[°º]|#|id))?\s*:?\s+(?<code>(?=[A-Z\d/_.-]*\d)[A-Z\d][A-Z\d/_.-]{3,24})(?=[\s,;)]|\.?$)/gi;
// Lots of other things than the goods.
const OTHER_GOODS =
  /^(?:lab|analytical|analysis|qc|hplc|gc|prep|run|reagents?|standard|column|media|medium|solvent|kit|control|reference|per|previous|next|first|last|other)\b/i;
const HEAD_SHARE = 0.45;

/**
 * The batch that a title or sentence at the head of the first page names without a label of its own ("Sodium citrate, USP -
 * Lot 24A0091"). Nothing where two of them differ.
 */
export function embeddedBatch(sheet: Sheet): Candidate[] {
  const page = sheet.pages[0];
  const found = sheet.parts
    .filter((part) => page && part.page === page.number && part.y1 < HEAD_SHARE * page.height)
    .filter((part) => (part.match?.hits.length ?? 0) === 0)
    .flatMap((part) => codesIn(partText(part)).map((value) => ({ value, part })));
  const [first, ...others] = found;
  if (!first || others.some(({ value }) => value !== first.value)) return [];
  return [{ field: 'batch_number', value: first.value, weight: 0.55, confidence: 0.85, ...standsAt(first.part) }];
}

function codesIn(text: string): string[] {
  return [...text.matchAll(EMBEDDED)].flatMap(({ groups }) => {
    if (OTHER_GOODS.test(groups?.before ?? '')) return [];
    const read = readFieldValue('batch_number', (groups?.code ?? '').replace(/\.$/, ''), 'dmy');
    return read?.certainty === 1 ? [read.value] : [];
  });
}
