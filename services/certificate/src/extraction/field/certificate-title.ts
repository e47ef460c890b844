import { textOf } from '../line.ts';
import { looksLikeDate } from '../value/date.ts';
import type { Sheet } from './block.ts';
import type { Candidate } from './candidate.ts';
import { foldLabel, wholeLabel } from './label.ts';
import { type Part, partText } from './part.ts';
import { neighboursOf } from './place.ts';

const TITLE =
  /^(?:(?:final )?certificate of (?:analysis|conformity|compliance|quality)|(?:analytical|test|laboratory|inspection) (?:report|certificate)|(?:mill|material|works) (?:test )?(?:report|certificate)|analysenzertifikat|werkszeugnis|abnahmeprüfzeugnis|prüfbericht)\b/i;
const NUMBER_KEY = /^(?:no|nr|n[°º]|№|#)\s?[.:]*\s*(?=\S)/i;
const SOLE = wholeLabel([
  'certificate|certificate of (?:analysis|conformity|quality)|report|test report|coa|zertifikat|prufbericht',
]);

// A standard that is certified, or its edition, is no number of this certificate.
const STANDARD =
  /^(?:iso|en|din|astm|iec|fssc|brc|gmp|type)[-_]?(?:\d{3,6})?(?:[-_.]\d)?$|^(?:19|20)\d{2}$|:(?:19|20)\d{2}\b/i;
const CODE = /^(?=[^\s]*\d)[A-Z\d][A-Z\d/_.-]{4,29}$/i;

/** Certificate numbers without a label of their own: behind the title, as "No." in its row, or behind "Certificate:". */
export function titleNumbers(sheet: Sheet): Candidate[] {
  return sheet.parts.flatMap((part): Candidate[] => {
    const code = behindTitle(part) ?? besideTitle(part, sheet) ?? behindWord(part, sheet);
    if (code === undefined || !isNumber(code)) return [];
    return [{ field: 'certificate_number', value: code, weight: 0.88, confidence: 0.93, page: part.page, y: part.y0 }];
  });
}

// "Certificate of Analysis CA-7719/1"
function behindTitle(part: Part): string | undefined {
  const text = partText(part);
  const title = TITLE.exec(text)?.[0];
  if (title === undefined || part.page > 1) return undefined;
  return text.slice(title.length).trim().replace(NUMBER_KEY, '');
}

// "Inspection certificate EN 10204 3.1        No. 3.1/2024/00417"
function besideTitle(part: Part, sheet: Sheet): string | undefined {
  const text = partText(part);
  const key = NUMBER_KEY.exec(text)?.[0];
  if (key === undefined) return undefined;
  const isBeside = sheet.parts.some(
    (other) =>
      other.page === part.page &&
      other.x1 <= part.x0 &&
      Math.abs(other.y0 + other.y1 - part.y0 - part.y1) < part.y1 - part.y0 &&
      TITLE.test(partText(other)),
  );
  return isBeside ? text.slice(key.length).trim() : undefined;
}

// "Certificate:   CoA-L4102-EN"
function behindWord(part: Part, sheet: Sheet): string | undefined {
  if (!part.colon || !SOLE.test(foldLabel(textOf(part.label)))) return undefined;
  if (part.value.length > 0) return textOf(part.value);
  const right = neighboursOf(part, sheet.parts).find(({ place }) => place === 'right')?.part;
  return right && right.label.length === 0 ? textOf(right.value) : undefined;
}

function isNumber(code: string): boolean {
  return CODE.test(code) && !STANDARD.test(code) && !looksLikeDate(code);
}
