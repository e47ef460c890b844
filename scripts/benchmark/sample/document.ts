import { randomBytes } from 'node:crypto';
import type { Form } from '../api.ts';

const LINES = ['Certificate of registration', 'Norvatek Feinchemie GmbH', 'ISO 9001:2015, quality management system'];

const makeStream = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

const pageText = (): Buffer =>
  Buffer.from(LINES.map((line, index) => `BT /F1 14 Tf 72 ${720 - index * 24} Td (${line}) Tj ET`).join('\n'));

/** The bodies of a PDF's objects: one page of text, and so much that no page shows. */
const makeObjects = (filling: number): Buffer[] => [
  Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
  Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
  Buffer.from(
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  ),
  makeStream(pageText()),
  Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  makeStream(randomBytes(filling)),
];

/** A PDF of one page whose unused bytes make it nearly this long. */
const makePdf = (filling: number): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, body] of makeObjects(filling).entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]));
  }
  const at = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
};

/** A PDF of one page with a little text, of exactly so many bytes; unlike any other. */
export const makeDocument = (bytes: number): Buffer => {
  const filling = bytes - makePdf(0).length;
  // The numbers in it grow by some digits with the filling.
  const pdf = makePdf(filling - (makePdf(filling).length - bytes));
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')]);
};

/** The form of an upload. */
export const toForm = async (file: Buffer, metadata: object): Promise<Form> => {
  const form = new FormData();
  form.append('metadata', JSON.stringify(metadata));
  form.append('file', new Blob([new Uint8Array(file)]), 'certificate.pdf');
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) };
};
