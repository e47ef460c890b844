import PDFDocument from 'pdfkit';

/** A certificate of analysis as a PDF: a head, the batch, and a table of results. */
export const makeCertificate = async (batch: string, rows: readonly (readonly string[])[]): Promise<Buffer> => {
  const document = new PDFDocument({ size: 'A4' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.fontSize(16).text('Certificate of Analysis', 60, 60).fontSize(10).text(`Batch No.: ${batch}`, 60, 100);
  document.text('Expiry date: 2031-01-31', 60, 115);
  for (const [row, cells] of [['Test', 'Specification', 'Result'], ...rows].entries())
    for (const [column, cell] of cells.entries()) document.text(cell, 60 + column * 140, 160 + row * 20);
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.end();
  await ended;
  return Buffer.concat(parts);
};

const ENTRY_BYTES = 12;
const [SHORT, LONG] = [3, 4];

/** A TIFF of so many pages of one size, in shades of grey, not packed. */
export const makeTiff = (count: number, width = 80, height = 100): Buffer => {
  const entries = 8;
  const directory = 2 + entries * ENTRY_BYTES + 4;
  const size = directory + width * height;
  const file = Buffer.alloc(8 + count * size, 0xc0);
  file.write('II', 0, 'latin1');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(8, 4);
  for (let page = 0; page < count; page += 1) {
    const start = 8 + page * size;
    file.writeUInt16LE(entries, start);
    const tags = [
      ...[[256, SHORT, width] as const, [257, SHORT, height] as const, [258, SHORT, 8] as const],
      ...[[259, SHORT, 1] as const, [262, SHORT, 1] as const, [273, LONG, start + directory] as const],
      ...[[278, SHORT, height] as const, [279, LONG, width * height] as const],
    ];
    for (const [index, [tag, type, value]] of tags.entries()) {
      const at = start + 2 + index * ENTRY_BYTES;
      file.writeUInt16LE(tag, at);
      file.writeUInt16LE(type, at + 2);
      file.writeUInt32LE(1, at + 4);
      file.writeUInt32LE(value, at + 8);
    }
    file.writeUInt32LE(page + 1 < count ? start + size : 0, start + directory - 4);
  }
  return file;
};
