import { joinText } from '../../line.ts';
import { looksLikeDate } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { foldLabel, wholeLabel } from '../label/label.ts';
import type { Sheet } from '../part/block.ts';
import { type Part, partText, standsAt } from '../part/part.ts';
import { findNeighbours } from '../part/place.ts';

const TITLE =
  /^(?:(?:final |quality )?certificate of (?:analysis|conformity|conformance|compliance|quality)|(?:analytical|analysis|test|laboratory|inspection|quality) (?:report|certificate)|(?:certified )?(?:mill|material|works) (?:test |inspection )?(?:report|certificate)|certified test report|(?:analysen|pr(?:ü|ue)f)zertifikat|werkszeugnis|abnahmepr(?:ü|ue)fzeugnis|(?:pr(?:ü|ue)f|untersuchungs|analysen)bericht|certificat (?:d['’]analyses?|de conformité)|bulletin d['’]analyses?|rapport d['’](?:essais?|analyses?)|informe de (?:ensayos?|análisis)|laudo (?:técnico )?(?:de|da) análises?|boletim de análises?|relatório de (?:ensaios?|análises?)|certificado de (?:análisis|análise|calidad|conformidad)|bolet[ií]n de análisis|certificato di (?:analisi|qualità|conformità)|rapporto di prova|analysecertificaat|analyserapport)(?!\p{L})/iu;
const KEY = String.raw`(?:no|nr|n\s?[°º]|№|#|number|nummer|numéro|número|numero)(?!\p{L})`;
const NUMBER_KEY = new RegExp(`^(?:${KEY}[\\s.:]*(?:/\\s*${KEY}[\\s.:]*)?|№|#)\\s*(?=\\S)`, 'iu');
const KEY_ALONE = new RegExp(`^${KEY}[\\s.:]*$`, 'iu');
// "TR-2024-0091 / page 1 of 2", "24-118 vom 12.03.2024"
const BEHIND_CODE = /(?<=^\S+)(?:[,;]\s|\s+(?:[/|–—(-]\s?\p{L}|(?:of|dated?|issued|from|vom|du|del|van)\s+\d)).*$/iu;
const BETWEEN = /^\s*[/|–—-]\s+/;
const SOLE = wholeLabel([
  'certificate|certificate of (?:analysis|conformity|quality)|report|test report|coa|zertifikat|prufbericht',
]);

// A standard that is certified, or its edition, is no number of this certificate.
const STANDARD =
  /^(?:(?:iso|en|din|astm|iec|fssc|brc|gmp|type)[-_/ ]?)+(?:\d{3,6})?(?:[-_./]\d)*$|^(?:19|20)\d{2}$|^\d+\.\d+$|:(?:19|20)\d{2}\b/i;
// The number of the edition may stand behind it ("2024-55871 / 2").
const CODE = /^(?=[^\s]*\d)[A-Za-z\d][A-Za-z\d/_.-]{4,29}(?: \/ \d{1,2})?$/;
// Behind a sign for numbers letters may stand apart ("No. AZ 24/05518").
const APART = /^(?!(?:ASTM|ASME|AMS|API|USP|ISO|EN|DIN|CAS|REV|LOT|PO|TO|FOR|OF) )[A-Z]{1,4} (?=\S*\d)/;
const IN_SENTENCE = /\bthis (?:certificate|report)(?: (?:no\.?|number))? (?<code>\S+) (?:is|was|has|may|shall|must)\b/i;

/** Whether a text begins as the title of a certificate or report of tests does. */
export function isTitle(text: string): boolean {
  return TITLE.test(text);
}

/** Whether a text is a sign for numbers alone ("No.", "N°"). */
export function isNumberSign(text: string): boolean {
  return KEY_ALONE.test(text);
}

/**
 * Certificate numbers without a label of their own: behind the title, as "No." beside or below it, behind "Certificate:", or
 * in a sentence about "this certificate".
 */
export function titleNumbers(sheet: Sheet): Candidate[] {
  const titles = sheet.parts.filter((part) => isTitle(partText(part)));
  return sheet.parts.flatMap((part): Candidate[] => {
    const others = titles.filter((title) => title !== part && title.page === part.page);
    const plain = behindTitle(part) ?? rightOfTitle(part, others);
    const keyed = nearTitle(part, others, sheet) ?? behindWord(part, sheet);
    const code = plain !== undefined && isNumber(plain) ? plain : keyed;
    const isCode = code !== undefined && isNumber(code.replace(APART, ''));
    if (isCode) return [numberAt(part, code, { weight: 0.88, confidence: 0.93 })];
    const named = IN_SENTENCE.exec(partText(part))?.groups?.code;
    return named !== undefined && isNumber(named) ? [numberAt(part, named, { weight: 0.7, confidence: 0.88 })] : [];
  });
}

function numberAt(part: Part, value: string, sureness: Pick<Candidate, 'weight' | 'confidence'>): Candidate {
  return { field: 'certificate_number', value, ...sureness, ...standsAt(part) };
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
  return rest.replace(NUMBER_KEY, '').replace(BEHIND_CODE, '');
}

// "Inspection certificate EN 10204 3.1        No. 3.1/2024/00417", or "No." in the line below the title
function nearTitle(part: Part, titles: readonly Part[], sheet: Sheet): string | undefined {
  const text = partText(part);
  const key = isNumberSign(text) ? text : NUMBER_KEY.exec(text)?.[0];
  if (key === undefined) return undefined;
  if (!titles.some((title) => isBeside(title, part) || isAbove(title, part, sheet))) return undefined;
  return key === text ? findRight(part, sheet) : text.slice(key.length).trim();
}

// "Certificate of Analysis   CA-7719/1"
function rightOfTitle(part: Part, titles: readonly Part[]): string | undefined {
  return titles.some((title) => isRightBehind(title, part)) ? partText(part) : undefined;
}

function isRightBehind(title: Part, part: Part): boolean {
  return isBeside(title, part) && part.x0 - title.x1 < 3 * (title.y1 - title.y0) && part.page === 1;
}

function isBeside(title: Part, part: Part): boolean {
  return title.x1 <= part.x0 && Math.abs(title.y0 + title.y1 - part.y0 - part.y1) < part.y1 - part.y0;
}

// Under a title in the middle the line of the number may begin at the margin.
function isAbove(title: Part, part: Part, { parts }: Sheet): boolean {
  const gap = part.y0 - title.y1;
  if (gap <= -2 || gap >= 2 * (title.y1 - title.y0)) return false;
  return !parts.some((other) => other.page === part.page && other.y0 > title.y1 - 2 && other.y1 < part.y0);
}

// "Certificate:   CoA-L4102-EN"
function behindWord(part: Part, sheet: Sheet): string | undefined {
  if (!part.colon) return /^certificate$/i.test(partText(part)) ? findRight(part, sheet) : undefined;
  if (!SOLE.test(foldLabel(joinText(part.label)))) return undefined;
  return part.value.length > 0 ? joinText(part.value) : findRight(part, sheet);
}

function findRight(part: Part, sheet: Sheet): string | undefined {
  const right = findNeighbours(part, sheet.parts).find(({ place }) => place === 'right')?.part;
  return right && right.label.length === 0 ? joinText(right.value) : undefined;
}

function isNumber(code: string): boolean {
  return CODE.test(code) && !STANDARD.test(code) && !looksLikeDate(code);
}
