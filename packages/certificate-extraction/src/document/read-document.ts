import { makeRecognizer, type Recognizer } from '../ocr/look/recognizer.ts';
import { readScan } from '../ocr/read-scan.ts';
import type { Page } from '../page.ts';
import { detectContentType } from './content-type.ts';
import { readCsv } from './data/read-csv.ts';
import { readXml } from './data/read-xml.ts';
import type { XmlElement } from './data/xml-element.ts';
import { noWords, tooManyBytes } from './document-error.ts';
import { MAX_BYTES } from './limit.ts';
import type { Opened } from './opened.ts';
import { makePdfReader } from './pdf/read-pdf.ts';
import { readPictures } from './picture/read-picture.ts';

/** A certificate that is data and not a page: the rows of a CSV file as strings, or the root element of an XML document. */
export type TableDocument =
  | { kind: 'table'; format: 'csv'; rows: readonly (readonly string[])[] }
  | { kind: 'table'; format: 'xml'; root: XmlElement };

/** What reading gives: pages with positions (PDF and pictures) or data (CSV and XML). */
export type ReadDocument = { kind: 'pages'; pages: readonly Page[] } | TableDocument;

/** `filename`: the name a document was sent with, for messages alone; `opened`: hears of the pages of a PDF or TIFF. */
export type ReadOptions = { filename: string; opened?: Opened | undefined };

/** A reader whose pictures are recognised by `recognizer`; see `readDocument`. */
export function makeReader(recognizer: Recognizer): (bytes: Uint8Array, options: ReadOptions) => Promise<ReadDocument> {
  const readPdf = makePdfReader(recognizer);
  return async (bytes, { filename, opened }) => {
    if (bytes.length > MAX_BYTES) throw tooManyBytes(bytes.length);
    const type = detectContentType(bytes, filename);
    if (type === 'csv') return { kind: 'table', format: 'csv', rows: readCsv(bytes) };
    if (type === 'xml') return { kind: 'table', format: 'xml', root: readXml(bytes) };
    const pages = type === 'pdf' ? await readPdf(bytes, opened) : [];
    if (type !== 'pdf')
      for await (const picture of readPictures(bytes, type, opened)) pages.push(await readScan(picture, recognizer));
    if (pages.every(({ words, turned }) => words.length + (turned?.length ?? 0) === 0)) throw noWords();
    return { kind: 'pages', pages };
  };
}

/**
 * Reads a document of at most 25 MiB, its type recognised by its content: PDF and pictures (PNG, JPEG, TIFF) to pages of words,
 * CSV and XML to data. Throws unsupported_media_type for other types, payload_too_large for too many bytes, pages, pixels or
 * values, and validation_failed for what is empty, damaged, encrypted or
 * shows no words.
 */
export const readDocument = makeReader(makeRecognizer());
