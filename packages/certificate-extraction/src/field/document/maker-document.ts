import { joinText } from '../../line.ts';
import type { Candidate } from '../candidate.ts';
import { joinAddress, LEGAL_FORM, splitCompany } from '../company/company.ts';
import { readFieldValue } from '../field-value.ts';
import { foldLabel, wholeLabel } from '../label/label.ts';
import type { Sheet } from '../part/block.ts';
import { type Part, partText, standsAt } from '../part/part.ts';
import { findNeighbours } from '../part/place.ts';

// What only the works that made the goods issues (EN 10204: types 2.1 to 3.2).
const BY_MAKER =
  /\bEN ?10204\b|\bmill(?:'?s)? (?:test|inspection) (?:certificate|report)|\bworks (?:test )?certificate|\bmanufacturer['’]?s (?:test |inspection )?(?:certificate|declaration)|werks(?:zeugnis|bescheinigung|prüfzeugnis)|abnahmeprüfzeugnis|certificat (?:d['’]usine|de réception)|\b(?:manufactured|produced|made) (?:by us|(?:at|in) our)\b/i;
const NO_MAKER =
  /\b(?:labs?|laborator\w*|analytical|analytics|testing|inspection|certification|trading|distribution|distributors?|service cent(?:er|re)s?|supply|sales|stockholders?|importers?|customer|client|purchaser|sold to)\b/i;
const SENTENCE = /\b(?:is|are|was|were|shall|this|that|hereby|copyright)\b|@|https?:|www\./i;
const JOB = wholeLabel(['(?:job|works? order|production order|fertigungsauftrag)(?: (?:no|number|nr|id))?']);
const HEAD_SHARE = 0.2;
const TRUST = 0.85;

type Company = { part: Part; name: string; address: string | undefined };

/**
 * The manufacturer and its address from the letterhead of a document that only the maker of the goods issues (mill,
 * works or manufacturer's certificate). Nothing where several companies stand in it or a label names the manufacturer.
 */
export function letterheadMaker(sheet: Sheet, text: string, labelled: readonly Candidate[]): Candidate[] {
  if (!BY_MAKER.test(text) || labelled.some(({ field }) => field === 'manufacturer')) return [];
  const head = findHead(sheet);
  const companies = head.flatMap((part): Company[] => {
    const { name, address } = splitCompany([partText(part)]);
    return LEGAL_FORM.test(name) && isName(name) ? [{ part, name, address }] : [];
  });
  const [company, second] = companies;
  if (!company || (second && second.name !== company.name)) return [];
  const name = readFieldValue('manufacturer', company.name, 'dmy');
  if (name?.certainty !== 1) return [];
  const site = company.address ?? addressUnder(company.part, head);
  const maker = toCandidate('manufacturer', name.value, company.part);
  return site ? [maker, toCandidate('manufacturing_site', site, company.part)] : [maker];
}

function addressUnder(company: Part, head: readonly Part[]): string | undefined {
  const address = head.find((part) => standsUnder(company, part) && /,|\d/.test(partText(part)));
  return address && joinAddress([partText(address)]);
}

/** The number of the job or works order, which is the batch of a document that only the maker issues. */
export function jobNumbers(sheet: Sheet, text: string): Candidate[] {
  if (!BY_MAKER.test(text)) return [];
  return sheet.parts.flatMap((part): Candidate[] => {
    if (!part.colon || !JOB.test(foldLabel(joinText(part.label)))) return [];
    const right = findNeighbours(part, sheet.parts).find(({ place }) => place === 'right')?.part;
    const value = part.value.length > 0 || right?.label.length !== 0 ? part.value : right.value;
    const read = readFieldValue('batch_number', joinText(value), 'dmy');
    return read?.certainty === 1 ? [toCandidate('batch_number', read.value, part)] : [];
  });
}

/** What stands at the top of the first page, above its first label. */
function findHead({ pages, parts }: Sheet): Part[] {
  const page = pages[0];
  if (!page) return [];
  const onFirst = parts.filter((part) => part.page === page.number && part.y1 < HEAD_SHARE * page.height);
  const labels = onFirst.filter((part) => part.colon || (part.match?.hits.length ?? 0) > 0).map((part) => part.y0);
  const end = Math.min(...labels);
  return onFirst.filter((part) => part.match === undefined && !part.colon && part.y1 <= end + 2);
}

function isName(text: string): boolean {
  return !NO_MAKER.test(text) && !SENTENCE.test(text) && !/\d/.test(text) && text.split(' ').length <= 8;
}

function standsUnder(upper: Part, lower: Part): boolean {
  const gap = lower.y0 - upper.y1;
  const height = upper.y1 - upper.y0;
  return (
    gap > -0.3 * height &&
    gap < 1.2 * height &&
    Math.abs(lower.x0 - upper.x0) < height &&
    !SENTENCE.test(partText(lower))
  );
}

function toCandidate(field: Candidate['field'], value: string, part: Part): Candidate {
  return { field, value, weight: 0.8, confidence: TRUST, ...standsAt(part) };
}
