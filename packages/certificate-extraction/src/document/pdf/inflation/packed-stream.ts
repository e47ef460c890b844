import { tooManyPixels, tooManyStreams } from '../../document-error.ts';
import { MAX_IMAGE_PIXELS, MAX_STREAMS } from '../../limit.ts';

/**
 * A stream of a PDF. `data`: from its first byte to the end of the file, since only its filters know where it ends;
 * `chains`: the filters that it may be packed with, outermost first; `early`: an option of LZW.
 */
export type PackedStream = { data: Buffer; chains: readonly (readonly string[])[]; isPicture: boolean; early: 0 | 1 };

const KEYWORD = 'stream';
const END = 'end';
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
/** Characters before a stream that are looked through for its dictionary. */
const DICTIONARY = 65_536;
const ESCAPE = /#([0-9a-f]{2})/gi;
const FILTERS = /\/(?:Filter|F)\s*(\[[^\]]*\]|\/[^\s/<>[\]()]+)/g;
const NAME = /\/([^\s/<>[\]()]+)/g;
const PICTURE = /\/Subtype\s*\/Image\b/;
const NO_EARLY_CHANGE = /\/EarlyChange\s+0\b/;

/**
 * The streams of a PDF as they stand in the file, whether an object refers to them or not. Made to find what a lenient
 * reader would find: dictionaries are not parsed, every filter between the stream before and this one counts. Throws
 * payload_too_large for too many streams and for a picture of too many pixels.
 */
export function* packedStreams(file: Buffer): Generator<PackedStream> {
  let behind = 0;
  let found = 0;
  for (let at = file.indexOf(KEYWORD); at !== -1; at = file.indexOf(KEYWORD, at + KEYWORD.length)) {
    if (file.toString('latin1', at - END.length, at) === END) {
      behind = at;
      continue;
    }
    if (++found > MAX_STREAMS) throw tooManyStreams();
    const before = file.toString('latin1', Math.max(behind, at - DICTIONARY), at);
    const dictionary = before.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const isPicture = PICTURE.test(dictionary);
    if (isPicture) capPicture(dictionary);
    const data = file.subarray(nextLine(file, at + KEYWORD.length));
    yield { data, chains: findChains(dictionary), isPicture, early: NO_EARLY_CHANGE.test(dictionary) ? 0 : 1 };
  }
}

function findChains(dictionary: string): string[][] {
  return [...dictionary.matchAll(FILTERS)].map(([, names = '']) =>
    [...names.matchAll(NAME)].map(([, name = '']) => name),
  );
}

function capPicture(dictionary: string): void {
  const [width, height] = [findSide(dictionary, 'Width'), findSide(dictionary, 'Height')];
  if (width * height > MAX_IMAGE_PIXELS) throw tooManyPixels(width, height, MAX_IMAGE_PIXELS);
}

// The last one stands nearest to the stream.
function findSide(dictionary: string, name: 'Width' | 'Height'): number {
  return Number([...dictionary.matchAll(new RegExp(`/${name}\\s+(\\d+)`, 'g'))].at(-1)?.[1] ?? 0);
}

function nextLine(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== LINE_FEED && file[at] !== CARRIAGE_RETURN) at++;
  return file[at] === CARRIAGE_RETURN && file[at + 1] === LINE_FEED ? at + 2 : at + 1;
}
