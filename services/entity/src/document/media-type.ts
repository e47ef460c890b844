import { isUtf8 } from 'node:buffer';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** What a document may be, as detected from its content. */
export const MEDIA_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/tiff',
  `${OOXML}.wordprocessingml.document`,
  `${OOXML}.spreadsheetml.sheet`,
  `${OOXML}.presentationml.presentation`,
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${ODF}.text`,
  `${ODF}.spreadsheet`,
  `${ODF}.presentation`,
  `${ODF}.graphics`,
  'message/rfc822',
  'application/vnd.ms-outlook',
  'application/xml',
  'text/csv',
  'text/plain',
] as const;

export type MediaType = (typeof MEDIA_TYPES)[number];

/** Types that a browser shows by itself without running anything of the file. */
export const isShownInline = (type: string): boolean => type === 'application/pdf' || type.startsWith('image/');

/** What was seen of a file: its beginning, the names inside of an archive or compound file, and whether it holds a null byte. */
export type SeenContent = { head: Buffer; names: ReadonlySet<string>; hasNull: boolean };

/** A PDF may have other bytes before its header (ISO 32000-1, annex H.3.4.1). */
const PDF_WITHIN = 1_024;

const SIGNATURES: readonly (readonly [type: MediaType, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/tiff', [0x49, 0x49, 42, 0]],
  ['image/tiff', [0x4d, 0x4d, 0, 42]],
];

export const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
export const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Names of streams in a compound file that tell what it is (MS-CFB), in the order in which they are looked for. */
export const COMPOUND_NAMES = {
  '__properties_version1.0': 'application/vnd.ms-outlook',
  WordDocument: 'application/msword',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
  Workbook: 'application/vnd.ms-excel',
} as const satisfies Record<string, MediaType>;

const OOXML_PARTS: readonly (readonly [part: string, type: MediaType])[] = [
  ['word/document.xml', `${OOXML}.wordprocessingml.document`],
  ['xl/workbook.xml', `${OOXML}.spreadsheetml.sheet`],
  ['ppt/presentation.xml', `${OOXML}.presentationml.presentation`],
];

/** An OpenDocument file begins with an entry that holds its type and is not compressed (ODF 1.3, part 2, 3.3). */
const ODF_TYPE = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z]+)/;

/** Where the name of the first entry of an archive begins. */
const FIRST_NAME_AT = 30;

const isMediaType = (type: string | undefined): type is MediaType =>
  (MEDIA_TYPES as readonly (string | undefined)[]).includes(type);

const archiveType = ({ head, names }: SeenContent): MediaType | null => {
  const declared = ODF_TYPE.exec(head.toString('latin1', FIRST_NAME_AT))?.[1];
  if (declared !== undefined) return isMediaType(declared) ? declared : null;
  // What a macro does is not seen by who reads the document.
  if ([...names].some((name) => /vbaProject\.bin$/i.test(name))) return null;
  return OOXML_PARTS.find(([part]) => names.has(part))?.[1] ?? null;
};

const compoundType = ({ names }: SeenContent): MediaType | null =>
  Object.entries(COMPOUND_NAMES).find(([name]) => names.has(name))?.[1] ?? null;

const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell text from other bytes.
const NO_TEXT = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/;
const LAST_CHARACTER = 3;

const isWhole = (head: Buffer): boolean =>
  Array.from({ length: LAST_CHARACTER + 1 }).some((_, cut) => isUtf8(head.subarray(0, head.length - cut)));

/** The beginning as text, in UTF-8 or Windows-1252; null for what is none. */
const toText = ({ head, hasNull }: SeenContent): string | null => {
  if (UTF_16.some((mark) => head.subarray(0, 2).equals(mark)))
    return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
  if (hasNull) return null;
  const text = isWhole(head) ? head.toString('utf8') : new TextDecoder('windows-1252').decode(head);
  return NO_TEXT.test(text) ? null : text.replace(/^\ufeff/, '');
};

const HTML = /^\s*(?:<!--.*?-->\s*)*<(?:!DOCTYPE\s+html|html|head|body|script)\b/is;
const XML = /^\s*<(?:\?xml\s|!--|!DOCTYPE\s|[\p{L}_][\p{L}\d_.:-]*[\s/>])/u;
const MAIL_HEADER = /^(From|To|Date|Received|Message-ID|MIME-Version|Return-Path|Delivered-To|Subject):/gim;
const HEADER_BLOCK = /^(?:[!-9;-~]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+/;
const FEWEST_HEADERS = 3;
const CSV_LINES = 5;

const isMail = (text: string): boolean => {
  const block = HEADER_BLOCK.exec(text)?.[0] ?? '';
  const names = [...block.matchAll(MAIL_HEADER)].map(([, name = '']) => name.toLowerCase());
  return new Set(names).size >= FEWEST_HEADERS;
};

const isTable = (text: string): boolean => {
  const lines = text.split(/\r?\n/).slice(0, -1).slice(0, CSV_LINES);
  return [',', ';', '\t'].some((mark) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(mark).length - 1);
    return counts.length > 1 && (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0]);
  });
};

const textType = (text: string): MediaType | null => {
  if (HTML.test(text)) return null;
  if (XML.test(text)) return 'application/xml';
  if (isMail(text)) return 'message/rfc822';
  return isTable(text) ? 'text/csv' : 'text/plain';
};

/**
 * The type of a document by its content, whatever its name says; null for what is not taken: programs, pages of HTML, archives,
 * office files with macros.
 */
export const detectMediaType = (seen: SeenContent): MediaType | null => {
  const { head } = seen;
  const signed = SIGNATURES.find(([, signature]) => signature.every((byte, at) => head[at] === byte));
  if (signed) return signed[0];
  if (head.subarray(0, PDF_WITHIN).includes('%PDF-')) return 'application/pdf';
  if (head.subarray(0, ZIP.length).equals(ZIP)) return archiveType(seen);
  if (head.subarray(0, COMPOUND.length).equals(COMPOUND)) return compoundType(seen);
  const text = toText(seen);
  return text === null || text.trim() === '' ? null : textType(text);
};
