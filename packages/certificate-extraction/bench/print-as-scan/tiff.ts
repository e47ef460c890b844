import { deflateSync } from 'node:zlib';
import { lightness, type Picture } from './picture.ts';

/** Tags of the format (TIFF 6.0) that each page states. */
const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  offset: 273,
  samples: 277,
  rows: 278,
  count: 279,
  resolution: 282,
  resolutionY: 283,
  unit: 296,
};
const entryCount = 12;

/** Writes pages as one TIFF file: grey with deflate, or with `ink` one bit for each pixel with PackBits. */
export function encodeTiff(pages: readonly Picture[], { ink, dpi }: { ink: boolean; dpi: number }): Uint8Array {
  const head = Buffer.alloc(8);
  head.write('II*\0', 'latin1');
  const parts: Buffer[] = [head];
  let length = 8;
  const append = (part: Buffer) => {
    const padded = part.length % 2 === 1 ? Buffer.concat([part, Buffer.alloc(1)]) : part;
    parts.push(padded);
    length += padded.length;
    return length - padded.length;
  };
  let link: { part: Buffer; at: number } = { part: head, at: 4 };
  for (const page of pages) {
    const strip = ink ? packInk(page) : deflateSync(toGrey(page));
    const offset = append(strip);
    const resolution = append(rational(dpi));
    const directory = toDirectory(page, { ink, offset, size: strip.length, resolution });
    link.part.writeUInt32LE(append(directory), link.at);
    link = { part: directory, at: directory.length - 4 };
  }
  return new Uint8Array(Buffer.concat(parts));
}

type Strip = { ink: boolean; offset: number; size: number; resolution: number };

function toDirectory({ width, height }: Picture, { ink, offset, size, resolution }: Strip): Buffer {
  const directory = Buffer.alloc(2 + entryCount * 12 + 4);
  directory.writeUInt16LE(entryCount, 0);
  const [short, long, fraction] = [3, 4, 5];
  const entries = [
    [tag.width, long, width],
    [tag.height, long, height],
    [tag.bits, short, ink ? 1 : 8],
    [tag.compression, short, ink ? 32773 : 8],
    [tag.photometric, short, 1],
    [tag.offset, long, offset],
    [tag.samples, short, 1],
    [tag.rows, long, height],
    [tag.count, long, size],
    [tag.resolution, fraction, resolution],
    [tag.resolutionY, fraction, resolution],
    [tag.unit, short, 2],
  ] as const;
  entries.forEach(([name, type, value], index) => {
    const at = 2 + index * 12;
    directory.writeUInt16LE(name, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  return directory;
}

function rational(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value, 0);
  bytes.writeUInt32LE(1, 4);
  return bytes;
}

function toGrey(page: Picture): Buffer {
  const grey = Buffer.alloc(page.width * page.height);
  for (let pixel = 0; pixel < grey.length; pixel++) grey[pixel] = Math.round(lightness(page, pixel));
  return grey;
}

function packInk(page: Picture): Buffer {
  const rowBytes = Math.ceil(page.width / 8);
  const rows: Buffer[] = [];
  for (let y = 0; y < page.height; y++) {
    const row = Buffer.alloc(rowBytes);
    for (let x = 0; x < page.width; x++) {
      if (lightness(page, y * page.width + x) >= 128) row[x >> 3] = (row[x >> 3] ?? 0) | (128 >> (x & 7));
    }
    rows.push(packBits(row));
  }
  return Buffer.concat(rows);
}

/** Runs of equal bytes become two bytes, all others stand behind their number. */
function packBits(row: Buffer): Buffer {
  const packed: number[] = [];
  let at = 0;
  while (at < row.length) {
    const run = runLength(row, at);
    if (run > 1) packed.push(257 - run, row[at] ?? 0);
    const end = run > 1 ? at + run : literalEnd(row, at);
    if (run === 1) packed.push(end - at - 1, ...row.subarray(at, end));
    at = end;
  }
  return Buffer.from(packed);
}

function runLength(row: Buffer, start: number): number {
  let end = start + 1;
  while (end < row.length && end - start < 128 && row[end] === row[start]) end++;
  return end - start;
}

function literalEnd(row: Buffer, start: number): number {
  let end = start + 1;
  while (end < row.length && end - start < 128 && row[end] !== row[end - 1]) end++;
  return end;
}
