import type { FieldName } from '../../result.ts';
import { type DateOrder, readDate, toIsoDate } from '../../value/date.ts';
import type { Candidate } from '../candidate.ts';
import { readFieldValue } from '../field-value.ts';

const STANDARD =
  /management system|good (?:manufacturing|distribution|laboratory) practice|\bc?gmp\b|\bgdp\b|iso\s?(?:\/iec )?\s?(?:9001|13485|14001|22000|22716|45001|50001|27001|15378)|\bfssc\b|\bbrc(?:gs)?\b|\bhaccp\b|\bhalal\b|\bkosher\b|organic|managementsystem/i;
const ANALYSIS =
  /certificate of (?:analysis|conformity|compliance|quality)|analytical (?:report|certificate)|analysis certificate|test (?:report|certificate)|mill'?s? test|\bassay\b|\bacceptance criteria\b|specification[s]?\b[\s\S]{0,80}\bresults?\b|loss on drying|\blo[dq]\b/i;

/** Whether the document certifies a company (ISO, GMP) and not a batch. */
export function isStandardCertificate(text: string): boolean {
  return STANDARD.test(text) && /certif|zertif|inspection|statement of compliance/i.test(text) && !ANALYSIS.test(text);
}

const CERTIFIES =
  /(?:(?:hereby |we )?certif(?:y|ies)(?: that)?|hereby (?:confirms?|attests?)(?: that)?|bescheinigt(?:,? dass)?|attest(?:s|e)?(?: that| que)?|certifica que|awarded to|issued to|granted to|presented to|(?:management|quality) systems? of|in accordance with .{0,80} that)(?=[\s:]|$)/gi;
const LEAD =
  /^(?:[\s:,]+|that\b|the\b|this\b|das?\b|die\b|der\b|firma\b|unternehmen\b|(?:quality|environmental|food safety|energy|medical devices?|information security|occupational health (?:and|&) safety|integrated)\b|(?:and|&)\b(?= (?:quality|environmental))|management systems?\b(?: of)?|systems?\b of|qms of|of\b(?= the\b| [A-Z])|(?:company|organi[sz]ation|manufacturer|firm|site|following company|below mentioned organi[sz]ation)s?\b:?)+/i;
const NAME_END =
  /\s*(?:\n|,?\s(?:has|have|had|is|are|was|were|operates?|complies|conforms?|maintains?|meets|fulfil\w*|implement\w*|established|located|situated|at the (?:address|site|location)|with (?:its|the)|for the|in accordance|according|hat|ein|einführt|a mis)\b|,\s+(?=\d|plot|no\.|unit|p\.?o\.? box))/i;

/** Holder, scope and validity from the sentences of a certificate, where labels do not give them. */
export function standardCandidates(
  lines: readonly string[],
  labelled: readonly Candidate[],
  order: DateOrder,
): Candidate[] {
  const text = lines.join('\n');
  const found: Candidate[] = [...findHolder(text), ...findScope(text), ...findValidity(text, order)];
  const manufacturer = labelled.find(({ field }) => field === 'manufacturer');
  if (manufacturer && found.every(({ field }) => field !== 'holder'))
    found.push({ ...manufacturer, field: 'holder', weight: 0.9 });
  return found;
}

function findHolder(text: string): Candidate[] {
  for (const match of text.matchAll(CERTIFIES)) {
    const rest = text.slice((match.index ?? 0) + match[0].length, (match.index ?? 0) + match[0].length + 400);
    const plain = rest.replace(/\n(?=(?:the |quality |environmental |management |system))/gi, ' ').replace(LEAD, '');
    const end = NAME_END.exec(plain)?.index ?? plain.length;
    const read = readFieldValue('holder', plain.slice(0, end), 'dmy');
    if (read && read.certainty === 1 && read.value.length < 120) return [sentence('holder', read.value, 0.9)];
  }
  return [];
}

const SCOPE =
  /(?:for the (?:following )?scope(?: of)?|(?:with|within|covering) the (?:following )?scope(?: of)?|for the following (?:activities|scope|products|processes)|applicable to|in respect of|scope of (?:certification|registration|approval)|geltungsbereich)(?: of (?:certification|supply|activities))?\s*(?:is|are)?\s*[:\n]?\s*/i;
const SCOPE_END =
  /\n\s*(?=certificate|cert\b|registration|valid|date|issue|expir|this |the (?:certificate|validity|audit)|authori|signed|signature|on behalf|for and|has |has been|according|iso |zertifikat|gültig|audit|ea code|nace|initial|first|further|page|location|site)/i;

function findScope(text: string): Candidate[] {
  const match = SCOPE.exec(text);
  if (!match) return [];
  const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 600);
  const end = SCOPE_END.exec(rest)?.index ?? Math.min(rest.length, 300);
  const read = readFieldValue(
    'scope',
    rest
      .slice(0, end)
      .replace(/\s+/g, ' ')
      .replace(/[.\s]+$/, ''),
    'dmy',
  );
  return read ? [sentence('scope', read.value, 0.85)] : [];
}

const VALIDITY: readonly (readonly [field: FieldName, weight: number, pattern: RegExp])[] = [
  [
    'expiry_date',
    0.9,
    /(?:valid|validity|effective|gültig)[^.\n]{0,80}?\b(?:until|till|to|through|thru|bis|up to)\s*:?\s*(?=\S)/gi,
  ],
  ['expiry_date', 0.9, /\b(?:expires?|expiry|expiration)(?: date)?(?: on)?(?: is)?\s*:?\s*(?=\S)/gi],
  ['expiry_date', 0.88, /\bvalid[^.]{0,120}?\d{4}\s*(?:-|–|to|until|till|through|bis)\s*(?=\S)/gi],
  ['issue_date', 0.88, /\b(?:valid|effective|gültig)(?: date)?(?: from| since| as of| ab| von)?\s*:?\s*(?=\S)/gi],
  ['issue_date', 0.93, /\b(?:issued|date of issue|issue date|signed)(?: on| at| this)?\s*:?\s*(?=\S)/gi],
];

function findValidity(text: string, order: DateOrder): Candidate[] {
  const flat = text.replace(/\s+/g, ' ');
  return VALIDITY.flatMap(([field, weight, pattern]) => {
    for (const match of flat.matchAll(pattern)) {
      const start = (match.index ?? 0) + match[0].length;
      const date = readDate(flat.slice(start, start + 40), order);
      if (date) return [sentence(field, toIsoDate(date, field === 'expiry_date' ? 'last' : 'first'), weight)];
    }
    return [];
  });
}

function sentence(field: FieldName, value: string, weight: number): Candidate {
  return { field, value, weight, confidence: weight * 0.97, page: 1, y: 0 };
}
