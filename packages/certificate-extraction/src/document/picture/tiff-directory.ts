import { brokenDocument, tooManyPages } from '../document-error.ts';
import { MAX_PAGES } from '../limit.ts';

/** The entries of a page that reading needs by the number of their tag (TIFF 6.0, section 8). */
export type TiffDirectory = ReadonlyMap<number, readonly number[]>;

const ENTRY = 12;
const NEW_SUBFILE_TYPE = 254;
const RESOLUTIONS = new Set([282, 283]);
const KNOWN = new Set([
  254, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 282, 283, 284, 292, 296, 317, 320, 322, 323, 324, 325, 339,
  347,
]);
/** Values of one entry, and of all entries of a file. */
const MOST_VALUES = 65_536;
const MOST_VALUES_IN_ALL = 1_000_000;
const REDUCED = 1;
/** Bytes of a value by its type: byte, short, long, rational, undefined. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const RATIONAL = 5;

/**
 * The directories of the pages of a TIFF file, previews left out. Throws validation_failed for one that leads out of the
 * file or in a circle, payload_too_large for too many pages.
 */
export function readTiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const pages = readChain(view).filter((page) => ((page.get(NEW_SUBFILE_TYPE)?.[0] ?? 0) & REDUCED) === 0);
    if (pages.length === 0) throw brokenDocument('TIFF');
    if (pages.length > MAX_PAGES) throw tooManyPages(pages.length);
    return pages;
  } catch (cause) {
    if (cause instanceof RangeError) throw brokenDocument('TIFF', cause);
    throw cause;
  }
}

const isLittle = (view: DataView): boolean => view.getUint8(0) === 0x49;

function readChain(view: DataView): TiffDirectory[] {
  const little = isLittle(view);
  const seen = new Set<number>();
  const chain: TiffDirectory[] = [];
  let values = 0;
  for (let at = view.getUint32(4, little); at !== 0; ) {
    if (seen.has(at)) throw brokenDocument('TIFF');
    seen.add(at);
    // Each page may have a preview of its own.
    if (seen.size > 2 * MAX_PAGES) throw tooManyPages(seen.size);
    const count = view.getUint16(at, little);
    const directory = directoryAt(view, at + 2, count);
    for (const entry of directory.values()) values += entry.length;
    if (values > MOST_VALUES_IN_ALL) throw brokenDocument('TIFF');
    chain.push(directory);
    at = view.getUint32(at + 2 + count * ENTRY, little);
  }
  return chain;
}

function directoryAt(view: DataView, start: number, count: number): TiffDirectory {
  const entries = new Map<number, readonly number[]>();
  for (let at = start; at < start + count * ENTRY; at += ENTRY) {
    const tag = view.getUint16(at, isLittle(view));
    // A tag stands once; of a damaged file that repeats one, the first is read.
    const isWanted = KNOWN.has(tag) && !entries.has(tag);
    const values = isWanted ? valuesAt(view, at, RESOLUTIONS.has(tag)) : null;
    if (values) entries.set(tag, values);
  }
  return entries;
}

function valuesAt(view: DataView, entry: number, isRational: boolean): number[] | null {
  const little = isLittle(view);
  const type = view.getUint16(entry + 2, little);
  const count = view.getUint32(entry + 4, little);
  const size = SIZES[type];
  if (!size || (type === RATIONAL) !== isRational) return null;
  if (count > MOST_VALUES) throw brokenDocument('TIFF');
  const start = count * size <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
  return Array.from({ length: count }, (_, index) => valueAt(view, start + index * size, type));
}

function valueAt(view: DataView, at: number, type: number): number {
  const little = isLittle(view);
  if (type === RATIONAL) return view.getUint32(at, little) / view.getUint32(at + 4, little);
  if (SIZES[type] === 1) return view.getUint8(at);
  return type === 3 ? view.getUint16(at, little) : view.getUint32(at, little);
}
