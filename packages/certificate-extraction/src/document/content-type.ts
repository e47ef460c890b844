import { detectDelimiter } from './data/delimiter.ts';
import { decodeText } from './decode-text.ts';
import { emptyDocument, unknownType } from './document-error.ts';

/** What is read. */
export type ContentType = 'pdf' | 'png' | 'jpeg' | 'tiff' | 'xml' | 'csv';

/** A PDF may have other bytes before its header (ISO 32000-1, annex H.3.4.1). */
const PDF_WITHIN = 1024;
const PDF = Buffer.from('%PDF-');

const SIGNATURES: readonly (readonly [type: ContentType, bytes: readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['tiff', [0x49, 0x49, 42, 0]],
  ['tiff', [0x4d, 0x4d, 0, 42]],
];

const XML = /^\s*<(?:\?xml\s|!--|!DOCTYPE\s|[\p{L}_])/u;
const HTML = /^\s*<(?:!DOCTYPE\s+html\b|html\b)/i;
// JSON, RTF and PostScript are text in lines too, often with a comma at the end of each.
const OTHER_TEXT = /^\s*(?:[{[]|%!)/;

/**
 * The type of a document by its content; its name is for the message alone. Throws unsupported_media_type for what is not
 * read (BigTIFF and HTML among it) and validation_failed where there is nothing but white space.
 */
export function detectContentType(bytes: Uint8Array, filename: string): ContentType {
  if (bytes.length === 0) throw emptyDocument();
  const signed = SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
  if (signed) return signed[0];
  if (Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_WITHIN)).includes(PDF)) return 'pdf';
  const text = decodeText(bytes);
  if (text === null) throw unknownType(filename);
  if (text.trim() === '') throw emptyDocument();
  const type = typeOfText(text);
  if (!type) throw unknownType(filename);
  return type;
}

function typeOfText(text: string): 'xml' | 'csv' | null {
  if (HTML.test(text)) return null;
  if (XML.test(text)) return 'xml';
  return !OTHER_TEXT.test(text) && detectDelimiter(text) ? 'csv' : null;
}
