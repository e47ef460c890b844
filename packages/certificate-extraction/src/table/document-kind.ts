import type { Page } from '../page.ts';
import { readSegments, type Segment } from './segment/segment.ts';

/** What a document says it is: a certificate or report of tests, something else, or nothing. */
export type DocumentKind = 'certificate' | 'other' | 'unknown';

const CERTIFICATE =
  /^(?:\S+ ){0,4}(?:certificate|zertifikat|certificat|certificado|certificato)\b|\bcertificate?s?\s+of\s+(?:analysis|analyses|quality|conformity|conformance|compliance|inspection|test|testing)|\b(?:analysis|analytical|inspection|quality|test|testing|laboratory|lab|mill'?s?|material|product|batch|release|official|compliance)\s+(?:\w+\s+){0,2}?(?:certificate|report|results?)\b|\banaly(?:sis|tical)\s+(?:report|data|results?)\b|\breport of analysis|\bresults of analysis|\bregulatory compliance testing|\bc\.?o\.?a\.?\b|\bmtc\b|en ?10204|werkszeugnis|abnahmepr[uü]fzeugnis|(?:analysen?|pr[uü]f)[- ]?(?:zertifikat|bericht|zeugnis|protokoll)|bulletin d.?analyse|certificat d.?analyse|rapport d.?(?:analyse|essai)|certificado de (?:an[aá]lisis|an[aá]lise|calidad|qualidade)|certificato di (?:analisi|qualit[aà])|analysecertificaat|[śs]wiadectwo (?:analizy|jako[śs]ci)|检[验测]报告|分析报告|質量|分析证书|試験成績/i;

const OTHER =
  /^(?:commercial |pro ?forma |tax )?(?:invoice|rechnung|facture|factura|fattura)$|^price ?list|^preisliste|^packing (?:list|slip)|^delivery (?:note|slip)|^lieferschein|^(?:purchase|sales|customer) order|^order (?:confirmation|form|acknowledge?ment)|^quotation|^offer$|^quote$|^(?:material )?safety data sheet|^sicherheitsdatenblatt|^m?sds$|^technical data ?sheet|^product (?:data ?sheet|specification)|^(?:raw )?material specification|^specification sheet|^ingredients?(?: list| declaration)?$|^list of ingredients|^(?:equipment|instrument) list|^list of (?:instruments|equipment|methods|prices)|^(?:analytical )?method list|^recipe$|^letter$|^menu$|^bill of lading|^receipt$|^statement of account|^curriculum vitae|^nutrition facts|^section \d+\b.*(?:identification|hazard)/i;

/** Titles of groups of tests; no other document holds several of them. */
const GROUP =
  /^(?:cannabinoids?(?: (?:profile|potency))?|potency|terpenes?(?: profile)?|heavy metals?|pesticides?|residual solvents?|microbi(?:ology|als?|ological)(?: (?:testing|contaminants|analysis|results))?|mycotoxins?|moisture|foreign (?:matter|material)|physical (?:analysis|tests|properties)|chemical (?:analysis|composition|tests)|mechanical (?:properties|tests?)|physico-?chemical(?: (?:tests|analysis|properties))?|sensory|organoleptic|identification|impurities|related substances)$/i;
const FEWEST_GROUPS = 3;

const MOST_TITLE_WORDS = 12;
const PAGES_READ = 2;
const TITLE_DEPTH = 0.4;

const findTitles = (page: Page): Segment[] =>
  readSegments(page).filter(({ words }) => words.length <= MOST_TITLE_WORDS);

const largest = (titles: readonly Segment[], pattern: RegExp): Segment | undefined =>
  titles.filter(({ text }) => pattern.test(text.trim())).sort((a, b) => b.size - a.size || a.y0 - b.y0)[0];

const namesGroups = (pages: readonly Page[]): boolean => {
  const titles = pages.slice(0, PAGES_READ).flatMap(findTitles);
  const groups = titles.map(({ text }) => text.trim().toLowerCase()).filter((text) => GROUP.test(text));
  return new Set(groups).size >= FEWEST_GROUPS;
};

/** What the titles on the first pages say; the larger letters decide where both kinds of words stand there, then the upper. */
export const kindOfDocument = (pages: readonly Page[]): DocumentKind => {
  const [first] = pages;
  const certificate = largest(pages.slice(0, PAGES_READ).flatMap(findTitles), CERTIFICATE);
  const other =
    first &&
    largest(
      findTitles(first).filter(({ y0 }) => y0 < TITLE_DEPTH * first.height),
      OTHER,
    );
  if (!other) return certificate || namesGroups(pages) ? 'certificate' : 'unknown';
  if (!certificate) return 'other';
  const isLarger =
    other.size > 1.05 * certificate.size || (other.size > 0.95 * certificate.size && other.y0 < certificate.y0);
  return isLarger ? 'other' : 'certificate';
};
