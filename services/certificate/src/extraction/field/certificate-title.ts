import { textOf } from '../line.ts';
import { looksLikeDate } from '../value/date.ts';
import type { Sheet } from './block.ts';
import type { Candidate } from './candidate.ts';
import { foldLabel, wholeLabel } from './label.ts';
import { type Part, partText } from './part.ts';
import { neighboursOf } from './place.ts';

const TITLE =
  /^(?:(?:final |quality )?certificate of (?:analysis|conformity|conformance|compliance|quality)|(?:analytical|analysis|test|laboratory|inspection|quality) (?:report|certificate)|(?:mill|material|works) (?:test )?(?:report|certificate)|(?:analysen|prüf)zertifikat|werkszeugnis|abnahmeprüfzeugnis|(?:prüf|untersuchungs|analysen)bericht|certificat (?:d['’]analyses?|de conformité)|bulletin d['’]analyses?|rapport d['’](?:essais?|analyses?)|informe de (?:ensayos?|análisis)|certificado de (?:análisis|análise|calidad|conformidad)|bolet[ií]n de análisis|certificato di (?:analisi|qualità|conformità)|rapporto di prova|analysecertificaat|analyserapport)(?!\p{L})/iu;
const KEY = String.raw`(?:no|nr|n\s?[°º]|№|#|number|nummer|numéro|número|numero)(?!\p{L})`;
const NUMBER_KEY = new RegExp(`^(?:${KEY}[\\s.:]*(?:/\\s*${KEY}[\\s.:]*)?|№|#)\\s*(?=\\S)`, 'iu');
const BETWEEN = /^\s*[/|–—-]\s+/;
const SOLE = wholeLabel([
  'certificate|certificate of (?:analysis|conformity|quality)|report|test report|coa|zertifikat|prufbericht',
]);

// A standard that is certified, or its edition, is no number of this certificate.
const STANDARD =
  /^(?:iso|en|din|astm|iec|fssc|brc|gmp|type)[-_]?(?:\d{3,6})?(?:[-_.]\d)?$|^(?:19|20)\d{2}$|:(?:19|20)\d{2}\b/i;
const CODE = /^(?=[^\s]*\d)[A-Z\d][A-Z\d/_.-]{4,29}$/i;

/** Whether a text begins as the title of a certificate or report of tests does. */
export function isTitle(text: string): boolean {
  return TITLE.test(text);
}

/** Certificate numbers without a label of their own: behind the title, as "No." in its row, or behind "Certificate:". */
export function titleNumbers(sheet: Sheet): Candidate[] {
  return sheet.parts.flatMap((part): Candidate[] => {
    const code = behindTitle(part) ?? nearTitle(part, sheet) ?? behindWord(part, sheet);
    if (code === undefined || !isNumber(code)) return [];
    return [{ field: 'certificate_number', value: code, weight: 0.88, confidence: 0.93, page: part.page, y: part.y0 }];
  });
}

// "Certificate of Analysis CA-7719/1", "Informe de ensayo / Test report MB-25/02217"
function behindTitle(part: Part): string | undefined {
  if (part.page > 1) return undefined;
  let rest = partText(part);
  let title = TITLE.exec(rest)?.[0];
  if (title === undefined) return undefined;
  while (title !== undefined) {
    rest = rest.slice(title.length).replace(BETWEEN, '').trim();
    title = TITLE.exec(rest)?.[0];
  }
  return rest.replace(NUMBER_KEY, '');
}

// "Inspection certificate EN 10204 3.1        No. 3.1/2024/00417", or "No." in the line below the title
function nearTitle(part: Part, sheet: Sheet): string | undefined {
  const text = partText(part);
  const key = NUMBER_KEY.exec(text)?.[0];
  const titles = sheet.parts.filter(
    (other) => other.page === part.page && other !== part && TITLE.test(partText(other)),
  );
  if (key === undefined) return titles.some((title) => isRightBehind(title, part)) ? text : undefined;
  const isNear = titles.some((title) => isBeside(title, part) || isAbove(title, part));
  return isNear ? text.slice(key.length).trim() : undefined;
}

function isRightBehind(title: Part, part: Part): boolean {
  return isBeside(title, part) && part.x0 - title.x1 < 3 * (title.y1 - title.y0) && part.page === 1;
}

function isBeside(title: Part, part: Part): boolean {
  return title.x1 <= part.x0 && Math.abs(title.y0 + title.y1 - part.y0 - part.y1) < part.y1 - part.y0;
}

function isAbove(title: Part, part: Part): boolean {
  const gap = part.y0 - title.y1;
  return gap > -2 && gap < 1.2 * (title.y1 - title.y0) && part.x0 < title.x1 && part.x1 > title.x0;
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
