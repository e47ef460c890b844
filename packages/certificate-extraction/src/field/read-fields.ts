import { groupLines, joinText } from '../line.ts';
import type { Page } from '../page.ts';
import type { DateOrder } from '../value/date.ts';
import { type DecidedOrder, decideDateOrder } from '../value/date-order.ts';
import { embeddedBatch } from './batch/embedded.ts';
import type { Candidate } from './candidate.ts';
import { decide, noFields, type ReadFields } from './choose.ts';
import { worksSites } from './company/site.ts';
import { signatureDates } from './date/context.ts';
import { numberDates } from './date/number.ts';
import { titleNumbers } from './document/certificate-title.ts';
import { jobNumbers, letterheadMaker } from './document/maker-document.ts';
import { isOtherDocument } from './document/other-document.ts';
import { isStandardCertificate, standardCandidates } from './document/standard-certificate.ts';
import { type FieldPair, pairCandidates } from './field-pair.ts';
import { findCandidates } from './label/candidate.ts';
import { joinWrappedLabels } from './label/wrapped.ts';
import type { Sheet } from './part/block.ts';
import { splitAtHeads } from './part/column-cell.ts';
import { splitParts } from './part/part.ts';

export type { ReadFields } from './choose.ts';
export type { FieldPair } from './field-pair.ts';

// An invoice or a packing list names lots and dates too, but reports on nothing.
const CERTIFICATE_WORD =
  /certif|zertif|zeugnis|bescheinigung|attest|essai|ensayo|analy[sz]|anál|análise|\bco[ac]\b|result|ergebnis|résultat|resultad|specification|spécification|spezifikation|pr(?:ü|ue)f|bulletin|\breport|\btests?\b|assay|conform|compli|świadectwo|osvědčení|sertifika|сертификат|паспорт|合格|检验|检测|证书|報告|試験|分析/i;

/** Reads the fields of a certificate from its pages. What no label names stays null; never throws for odd pages. */
export function readFields(pages: readonly Page[]): ReadFields {
  const lines = pages.flatMap((page) => groupLines(page.words).map((line) => joinText(line.words)));
  const text = lines.join('\n');
  if (!CERTIFICATE_WORD.test(text)) return nothingRead();
  const sheet: Sheet = { pages, parts: pages.flatMap((page) => splitAtHeads(joinWrappedLabels(splitParts(page)))) };
  if (isOtherDocument(pages, sheet.parts)) return nothingRead();
  const isStandard = isStandardCertificate(text);
  return withOrder(decideDateOrder(text), (decided) => {
    const candidates = collect(sheet, { order: decided.order, isStandard, lines });
    return decide(candidates, decided);
  });
}

/**
 * Reads the fields of a certificate that is data (XML, CSV): names of elements or columns with their values.
 * @param isCertificate whether the data hold results; without them a word has to say that it is a certificate.
 */
export function readFieldPairs(pairs: readonly FieldPair[], isCertificate: boolean): ReadFields {
  const text = pairs.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (!isCertificate && !CERTIFICATE_WORD.test(text)) return nothingRead();
  return withOrder(decideDateOrder(text), (decided) => decide(pairCandidates(pairs, decided.order), decided));
}

function nothingRead(): ReadFields {
  return { fields: noFields(), confidence: {}, boxes: {}, warnings: [], impossible: [] };
}

/** Where only a hint gave the order of day and month, dates that cannot be overrule it ("expiry before manufacture"). */
function withOrder(decided: DecidedOrder, read: (decided: DecidedOrder) => ReadFields): ReadFields {
  const hinted = read(decided);
  if (decided.sure || !decided.ambiguous || hinted.impossible.length === 0) return hinted;
  const other = read({ ...decided, hinted: true, order: decided.order === 'dmy' ? 'mdy' : 'dmy' });
  return other.impossible.length < hinted.impossible.length ? other : hinted;
}

type Context = { order: DateOrder; isStandard: boolean; lines: readonly string[] };

function collect(sheet: Sheet, { order, isStandard, lines }: Context): Candidate[] {
  const text = lines.join('\n');
  const labelled = [
    ...findCandidates(sheet, order),
    ...signatureDates(sheet, order),
    ...numberDates(sheet, order),
    ...worksSites(sheet, order),
    ...titleNumbers(sheet),
    ...embeddedBatch(sheet),
    ...jobNumbers(sheet, text),
  ];
  if (!isStandard)
    return [...labelled, ...letterheadMaker(sheet, text, labelled)].filter(
      ({ field }) => field !== 'holder' && field !== 'scope',
    );
  const all = [...labelled, ...standardCandidates(lines, labelled, order)];
  return all.filter(({ field }) => field !== 'batch_number');
}
