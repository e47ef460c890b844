import type { Opened } from './document/opened.ts';
import { type ReadDocument, readDocument } from './document/read-document.ts';
import { type ReadFields, readFieldPairs, readFields } from './field/read-fields.ts';
import type { Page } from './page.ts';
import { placeOn } from './place.ts';
import { type ExtractedData, type ExtractionResult, FIELD_NAMES, type TestResult } from './result.ts';
import { computeScore } from './score.ts';
import { computeConfidence } from './table/confidence.ts';
import { type DocumentKind, kindOfDocument } from './table/document-kind.ts';
import { readData } from './table/read-data.ts';
import { isReadable, readPageResults } from './table/read-results.ts';
import type { FoundResult } from './table/result/found-result.ts';
import { unclaimedWarnings } from './table/result/unclaimed.ts';

/**
 * `certificateId`: the stored certificate, where there is one; `now`: the time to state, else the clock's; `opened`: hears
 * how many pages a PDF or TIFF has, before they are read.
 */
export type ExtractOptions = { filename: string; certificateId?: string; now?: Date; opened?: Opened };

type FieldPlaces = ExtractedData['field_places'];

type Understood = {
  kind: DocumentKind;
  results: FoundResult[];
  fields: ReadFields;
  places: FieldPlaces;
  warnings: readonly string[];
};

// Without the word for it on the page only what a head names counts as a result.
const isSupported = (kind: DocumentKind, { signs }: FoundResult): boolean =>
  kind === 'certificate' || (kind === 'unknown' && (signs.source === 'table' || signs.source === 'continuation'));

const toPlaces = ({ boxes }: ReadFields, pages: readonly Page[]): FieldPlaces =>
  Object.fromEntries(
    FIELD_NAMES.flatMap((field) => {
      const found = boxes[field];
      const page = pages.find(({ number }) => number === found?.page);
      return found && page ? [[field, placeOn(page, found.box)]] : [];
    }),
  );

const understand = (document: ReadDocument): Understood => {
  if (document.kind === 'table') {
    const { results, labels } = readData(document);
    const isCertificate = results.length > 0;
    const fields = readFieldPairs(labels, isCertificate);
    return { kind: isCertificate ? 'certificate' : 'unknown', results, fields, places: {}, warnings: [] };
  }
  const { pages } = document;
  const kind = kindOfDocument(pages);
  const results = readPageResults(pages).filter((result) => isSupported(kind, result));
  const warnings = pages.flatMap((page) => [
    ...page.warnings.map((warning) => `page ${page.number}: ${warning}`),
    ...(isReadable(page) ? [] : [`page ${page.number}: not read, too many words for a certificate`]),
    ...(page.origin === 'ocr' && page.words.length === 0 ? [`page ${page.number}: a picture without words`] : []),
  ]);
  const fields = readFields(pages);
  return { kind, results, fields, places: toPlaces(fields, pages), warnings };
};

const toName = ({ parameter, sample }: FoundResult): string =>
  sample === undefined ? parameter : `${parameter} (${sample})`;

/** Where the numbers say the contrary of the printed word, which stays the status of a row of its own. */
const findContradictions = (results: readonly FoundResult[]): string[] =>
  results
    .filter(({ signs }) => signs.verdict.agreement === 'disagree')
    .map((found) => {
      const { word } = found.signs.verdict;
      const evaluated = word === 'pass' ? 'fail' : 'pass';
      return `${toName(found)}: stated as ${word}, but "${found.result}" against "${found.specification}" gives ${evaluated}`;
    });

/** Limits with figures that are not understood, where nothing else says whether the result meets them. */
const findUnreadLimits = (results: readonly FoundResult[]): string[] =>
  results
    .filter(({ signs, status, specification }) => {
      const isUnread = signs.verdict.demand?.kind === 'text' && /\d/.test(specification ?? '');
      return isUnread && status === null && signs.kind === 'number';
    })
    .map((found) => `${toName(found)}: the specification "${found.specification}" is not understood`);

const toTestResult = (found: FoundResult): TestResult => {
  const { signs: _, place, ...result } = found;
  return { ...result, confidence: computeConfidence(found), page: place?.page ?? null, box: place?.box ?? null };
};

/** The extraction result of a document that is read. Pure but for the clock, which `now` replaces. */
export const extractFrom = (document: ReadDocument, options: ExtractOptions): ExtractionResult => {
  const { kind, results, fields, places, warnings } = understand(document);
  const testResults = results.map(toTestResult);
  return {
    certificate_id: options.certificateId ?? null,
    extraction_status: 'complete',
    confidence_score: computeScore({
      kind,
      rows: testResults.map(({ confidence }) => confidence),
      fields: fields.confidence,
    }),
    extracted_data: {
      ...fields.fields,
      test_results: testResults,
      field_confidence: fields.confidence,
      field_places: places,
      warnings: [
        ...warnings,
        ...findContradictions(results),
        ...unclaimedWarnings(results),
        ...findUnreadLimits(results),
        ...fields.warnings,
      ],
    },
    extracted_at: (options.now ?? new Date()).toISOString(),
  };
};

/**
 * Reads a certificate (PDF, PNG, JPEG, TIFF, XML, CSV by content) to its test results and fields. A document that is no
 * certificate gives no rows and a low score. Throws the coded errors of the reading: wrong type, too large, broken.
 */
export const extract = async (bytes: Uint8Array, options: ExtractOptions): Promise<ExtractionResult> =>
  extractFrom(await readDocument(bytes, options), options);
