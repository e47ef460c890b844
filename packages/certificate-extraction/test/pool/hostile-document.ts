import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

const CERTIFICATE = [
  ['Test', 'Specification', 'Result', 'Status'],
  ['Assay', '98.0 - 102.0 %', '99.6 %', 'Pass'],
  ['Water', 'NMT 0.5 %', '0.2 %', 'Pass'],
];

type Paper = { pages?: number; password?: string };

/** A small certificate of analysis with two results, on the first of its pages. */
export const certificate = async ({ pages = 1, password }: Paper = {}): Promise<Uint8Array> => {
  const pdf = new PDFDocument({ size: 'A4', ...(password === undefined ? {} : { userPassword: password }) });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.fontSize(16).text('Certificate of Analysis', 60, 60).fontSize(10).text('Batch No.: AB-2201', 60, 100);
  for (const [row, cells] of CERTIFICATE.entries())
    for (const [column, cell] of cells.entries()) pdf.text(cell, 60 + column * 120, 140 + row * 20);
  for (let page = 1; page < pages; page++) pdf.addPage().text(`Page ${page + 1}`);
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
};

const MIB = 1024 * 1024;
const PIECE = 16 * MIB;

/** Deflated spaces. After a full flush nothing refers back, so that one deflated piece stands as often as wanted. */
export const deflatedSpaces = (bytes: number): Buffer => {
  const piece = deflateRawSync(Buffer.alloc(PIECE, ' '), { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const pieces = Array<Buffer>(Math.ceil(bytes / PIECE)).fill(piece);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...pieces, deflateRawSync(Buffer.alloc(0))]);
};

/** `more`: what else the dictionary of the content says. */
type Content = { data: Buffer; filter: string; pages: number; more?: string };

/** A PDF of so many pages, all with the content `data` under `filter`. */
export const makePdf = ({ data, filter, pages, more = '' }: Content): Uint8Array => {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`);
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R/Resources<<>>>>';
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`),
    Buffer.concat([
      Buffer.from(`<<${more}/Filter${filter}/Length ${data.length}>>stream\n`),
      data,
      Buffer.from('\nendstream'),
    ]),
    ...kids.map(() => Buffer.from(page)),
  ];
  return makeFile(objects);
};

const makeFile = (objects: readonly Buffer[]): Uint8Array => {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(trailer)]));
};

/** A page whose content inflates to so many bytes of spaces, deflated once. */
export const bomb = (bytes: number): Uint8Array =>
  makePdf({ data: deflatedSpaces(bytes), filter: '/FlateDecode', pages: 1 });

/** The same deflated twice: a few KB for several GB. */
export const nestedBomb = (bytes: number): Uint8Array =>
  makePdf({ data: deflateSync(deflatedSpaces(bytes), { level: 9 }), filter: '[/FlateDecode/FlateDecode]', pages: 1 });

/**
 * Pages without anything on them that take long to read: so many MiB of spaces each. They are said to be a picture, which
 * may have as many.
 */
export const slowPages = (pages: number, mebibytes: number): Uint8Array =>
  makePdf({ data: deflatedSpaces(mebibytes * MIB), filter: '/FlateDecode', pages, more: '/Subtype/Image' });

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A PNG that says it has so many pixels on each side and holds hardly any. */
export const hugePng = (side: number): Uint8Array => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1000));
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat(parts));
};
