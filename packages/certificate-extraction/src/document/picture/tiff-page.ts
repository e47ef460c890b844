import { brokenDocument, tooManyPixels, unreadableKind } from '../document-error.ts';
import { MAX_PICTURE_PIXELS } from '../limit.ts';
import { CENTIMETRES_PER_INCH, capPixels, credibleResolution, type PictureHeader } from './picture-header.ts';
import type { TiffDirectory } from './tiff-directory.ts';

/** How the samples of a pixel become a shade (TIFF 6.0, "PhotometricInterpretation"). */
export type Photometric = 'whiteIsZero' | 'blackIsZero' | 'rgb' | 'palette' | 'cmyk' | 'ycbcr';

/** A strip or tile: where it stands on the page, its size in pixels, and where its bytes stand in the file. */
export type TiffPatch = { x: number; y: number; width: number; height: number; offset: number; length: number };

/** A page of a TIFF file before it is decoded. */
export type TiffPage = PictureHeader & {
  directory: TiffDirectory;
  isLittle: boolean;
  compression: number;
  photometric: Photometric;
  bits: number;
  samples: number;
  patches: readonly TiffPatch[];
};

const PHOTOMETRICS: Readonly<Record<number, Photometric>> = {
  0: 'whiteIsZero',
  1: 'blackIsZero',
  2: 'rgb',
  3: 'palette',
  5: 'cmyk',
  6: 'ycbcr',
};
/** Samples that a pixel has at least. */
const SAMPLES: Readonly<Record<Photometric, number>> = {
  whiteIsZero: 1,
  blackIsZero: 1,
  rgb: 3,
  palette: 1,
  cmyk: 4,
  ycbcr: 3,
};
export const JPEG = 7;
/** None, Group 3 and 4, LZW, JPEG, Deflate, PackBits, the old number of Deflate. */
const COMPRESSIONS = new Set([1, 3, 4, 5, JPEG, 8, 32773, 32946]);
const DEPTHS = new Set([1, 2, 4, 8, 16]);
const PER_CENTIMETRE = 3;
const SEPARATE_PLANES = 2;
const MOST_BYTES = 4 * MAX_PICTURE_PIXELS;

/** What a page of a TIFF file says of itself. Throws validation_failed for kinds that are not read and payload_too_large for too many pixels. */
export function readTiffPage(directory: TiffDirectory, file: Uint8Array): TiffPage {
  const first = (tag: number): number | undefined => directory.get(tag)?.[0];
  const size = { width: first(256) ?? 0, height: first(257) ?? 0 };
  if (size.width === 0 || size.height === 0) throw brokenDocument('TIFF');
  capPixels(size);
  const depths = directory.get(258) ?? [1];
  const page = {
    ...size,
    resolution: readResolution(directory, size),
    directory,
    isLittle: file[0] === 0x49,
    compression: first(259) ?? 1,
    photometric: PHOTOMETRICS[first(262) ?? 0],
    bits: depths[0] ?? 1,
    samples: first(277) ?? 1,
  };
  const { photometric } = page;
  if (!photometric || !isReadable({ ...page, photometric }) || depths.some((bits) => bits !== page.bits)) {
    throw unreadableKind(
      'This kind of TIFF',
      'Save it with LZW or Group 4 compression, in grey or RGB, or as a PDF or PNG.',
    );
  }
  if (Math.ceil((page.width * page.bits * page.samples) / 8) * page.height > MOST_BYTES)
    throw tooManyPixels(size.width, size.height);
  return { ...page, photometric, patches: listPatches(directory, size, file.length) };
}

function isReadable({ directory, compression, photometric, bits, samples }: Omit<TiffPage, 'patches'>): boolean {
  const formats = directory.get(339) ?? [1];
  if (!COMPRESSIONS.has(compression) || !DEPTHS.has(bits) || samples < SAMPLES[photometric] || samples > 8)
    return false;
  if (formats.some((format) => format !== 1) || (directory.get(317)?.[0] ?? 1) > 2) return false;
  if (photometric === 'ycbcr') return compression === JPEG;
  if (photometric === 'palette' && (bits > 8 || (directory.get(320)?.length ?? 0) < 3 << bits)) return false;
  return samples === 1 || directory.get(284)?.[0] !== SEPARATE_PLANES;
}

function readResolution(directory: TiffDirectory, size: { width: number; height: number }) {
  const [x] = directory.get(282) ?? [];
  const [y] = directory.get(283) ?? [];
  const unit = directory.get(296)?.[0] ?? 2;
  if (x === undefined || y === undefined || unit === 1) return null;
  const factor = unit === PER_CENTIMETRE ? CENTIMETRES_PER_INCH : 1;
  return credibleResolution(size, { x: x * factor, y: y * factor });
}

function listPatches(
  directory: TiffDirectory,
  { width, height }: { width: number; height: number },
  fileLength: number,
): TiffPatch[] {
  const [tileWidth, tileHeight] = [directory.get(322)?.[0], directory.get(323)?.[0]];
  const isTiled = tileWidth !== undefined && tileHeight !== undefined;
  const rows = Math.min(height, directory.get(278)?.[0] ?? height);
  const [across, down] = isTiled ? [tileWidth, tileHeight] : [width, rows];
  if (across === 0 || down === 0) throw brokenDocument('TIFF');
  capPixels({ width: across, height: down });
  const offsets = directory.get(isTiled ? 324 : 273) ?? [];
  const lengths = directory.get(isTiled ? 325 : 279) ?? [];
  const columns = Math.ceil(width / across);
  return Array.from({ length: columns * Math.ceil(height / down) }, (_, index) => {
    const [x, y] = [(index % columns) * across, Math.floor(index / columns) * down];
    const offset = offsets[index] ?? fileLength;
    const length = lengths[index] ?? fileLength - offset;
    if (length <= 0 || offset + length > fileLength) throw brokenDocument('TIFF');
    return { x, y, width: across, height: isTiled ? down : Math.min(down, height - y), offset, length };
  });
}
