import { decode, decodeImage, type IFD, toRGBA8 } from 'utif2';

/** A file to be opened, or a page of the one that is open, from 0. */
export type TiffRequest = { id: number } & ({ file: ArrayBuffer } | { page: number });

export type TiffSize = { width: number; height: number };

export type TiffAnswer = { id: number } & ({ sizes: TiffSize[] } | { picture: ImageBitmap } | { fault: string });

const WIDTH = 't256';
const HEIGHT = 't257';
/** Tells the reduced copies that some scanners add from the pages. */
const SUBFILE = 't254';
const REDUCED = 1;

let file = new ArrayBuffer(0);
let pages: IFD[] = [];

const numberAt = (page: IFD, tag: string): number => Number((page[tag] as number[] | undefined)?.[0] ?? 0);

const open = (): TiffSize[] => {
  pages = decode(file).filter((page) => numberAt(page, WIDTH) > 0 && (numberAt(page, SUBFILE) & REDUCED) === 0);
  return pages.map((page) => ({ width: numberAt(page, WIDTH), height: numberAt(page, HEIGHT) }));
};

const draw = async (number: number): Promise<ImageBitmap> => {
  const page = pages[number] as IFD;
  decodeImage(file, page);
  const pixels = new Uint8ClampedArray(toRGBA8(page));
  return createImageBitmap(new ImageData(pixels, page.width, page.height));
};

const answer = async (request: TiffRequest): Promise<TiffAnswer> => {
  if ('page' in request) return { id: request.id, picture: await draw(request.page) };
  file = request.file;
  return { id: request.id, sizes: open() };
};

addEventListener('message', async ({ data }: MessageEvent<TiffRequest>) => {
  const answered = await answer(data).catch((error: Error): TiffAnswer => ({ id: data.id, fault: error.message }));
  postMessage(answered, { transfer: 'picture' in answered ? [answered.picture] : [] });
});
