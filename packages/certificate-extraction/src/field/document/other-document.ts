import type { Page } from '../../page.ts';
import { kindOfDocument } from '../../table/document-kind.ts';
import { type Part, partText } from '../part/part.ts';
import { isTitle } from './certificate-title.ts';

const PROCEDURE =
  /^(?:standard operating procedure|sop|(?:analytical |standard )?test method|work(?:ing)? instruction|analytical procedure|(?:prüf|arbeits|verfahrens)anweisung|mode opératoire|procedimiento normalizado de trabajo|procedura operativa(?: standard)?|werkinstructie)$/i;
const COLUMN =
  /^(?:results?|specifications?|limits?|units?|acceptance criteri(?:a|on)|tests?|parameters?|items?|analytes?)\b/i;
const HEAD_SHARE = 0.25;

/**
 * Whether the titles say that a document is none about one batch or company: an invoice, a safety data sheet, a
 * procedure. Such documents name lots and dates too, but report on nothing.
 */
export function isOtherDocument(pages: readonly Page[], parts: readonly Part[]): boolean {
  if (kindOfDocument(pages) === 'other') return true;
  const [first] = pages;
  if (!first) return false;
  const head = parts.filter((part) => part.page === first.number && part.y1 < HEAD_SHARE * first.height);
  if (head.some((part) => isTitle(partText(part)))) return false;
  return head.some((part) => PROCEDURE.test(partText(part).trim()) && !isColumnHead(part, head));
}

// "Test method" also heads a column of a table of results.
function isColumnHead(part: Part, others: readonly Part[]): boolean {
  return others.some(
    (other) =>
      COLUMN.test(partText(other)) && Math.abs(other.y0 + other.y1 - part.y0 - part.y1) < 3 * (part.y1 - part.y0),
  );
}
