/** A page of a TIFF file for tests: its entries by tag, and its strips or tiles. */
export type PageOfTiff = { entries: Readonly<Record<number, readonly number[]>>; parts: readonly Uint8Array[] };

const RATIONALS = new Set([282, 283]);
const LONG = 4;
const RATIONAL = 5;

/** A big-endian TIFF file; every entry is written as long values, resolutions as rationals over 1. */
export function makeTiff(pages: readonly PageOfTiff[]): Buffer {
  const file: Buffer[] = [Buffer.from('MM\0*\0\0\0\u0008', 'latin1')];
  let at = 8;
  for (const [index, page] of pages.entries()) {
    const written = directory(page, at, index === pages.length - 1);
    file.push(written);
    at += written.length;
  }
  return Buffer.concat(file);
}

function directory({ entries, parts }: PageOfTiff, start: number, isLast: boolean): Buffer {
  const isTiled = 322 in entries;
  const lengths = parts.map(({ length }) => length);
  const tags = { ...entries, [isTiled ? 325 : 279]: lengths, [isTiled ? 324 : 273]: lengths };
  const head = 2 + Object.keys(tags).length * 12 + 4;
  const values = (tag: number): number[] =>
    (tags[tag] ?? []).flatMap((value) => (RATIONALS.has(tag) ? [value, 1] : [value]));
  const extra = Object.keys(tags).reduce(
    (sum, tag) => sum + (values(Number(tag)).length > 1 ? 4 * values(Number(tag)).length : 0),
    0,
  );
  let offset = start + head + extra;
  const offsets: number[] = [];
  for (const length of lengths) {
    offsets.push(offset);
    offset += length;
  }
  tags[isTiled ? 324 : 273] = offsets;
  const out = Buffer.alloc(head + extra);
  out.writeUInt16BE(Object.keys(tags).length);
  let free = head;
  Object.keys(tags)
    .map(Number)
    .forEach((tag, index) => {
      const entry = 2 + index * 12;
      const numbers = values(tag);
      out.writeUInt16BE(tag, entry);
      out.writeUInt16BE(RATIONALS.has(tag) ? RATIONAL : LONG, entry + 2);
      out.writeUInt32BE(RATIONALS.has(tag) ? 1 : numbers.length, entry + 4);
      const target = numbers.length > 1 ? free : entry + 8;
      if (numbers.length > 1) out.writeUInt32BE(start + free, entry + 8);
      for (const [at, number] of numbers.entries()) out.writeUInt32BE(number, target + 4 * at);
      if (numbers.length > 1) free += 4 * numbers.length;
    });
  out.writeUInt32BE(isLast ? 0 : offset, head - 4);
  return Buffer.concat([out, ...parts]);
}
