import { type OpenDocument, toSheet } from './document.ts';
import type { TiffAnswer, TiffRequest } from './tiff.worker.ts';

/** A damaged file may keep the decoder busy for ever. */
const DECODING_MS = 30_000;

type Question = { file: ArrayBuffer } | { page: number };

/** A worker that decodes, and how it is asked; each question rejects where the file is damaged or takes too long. */
const makeDecoder = () => {
  const worker = new Worker(new URL('./tiff.worker.ts', import.meta.url), { type: 'module' });
  let last = 0;
  const ask = (question: Question) =>
    new Promise<TiffAnswer>((resolve, reject) => {
      const request: TiffRequest = { id: ++last, ...question };
      const timer = setTimeout(() => {
        worker.terminate();
        reject(new Error('The TIFF takes too long to decode.'));
      }, DECODING_MS);
      const listen = ({ data }: MessageEvent<TiffAnswer>) => {
        if (data.id !== request.id) return;
        clearTimeout(timer);
        worker.removeEventListener('message', listen);
        if ('fault' in data) reject(new Error(data.fault));
        else resolve(data);
      };
      worker.addEventListener('message', listen);
      worker.postMessage(request);
    });
  return { ask, end: () => worker.terminate() };
};

/** Opens a TIFF, which browsers do not show; its pages are decoded in a worker, each when it is drawn first. */
export const openTiff = async (file: Blob): Promise<OpenDocument> => {
  const { ask, end } = makeDecoder();
  const opened = await ask({ file: await file.arrayBuffer() }).catch((error: unknown) => {
    end();
    throw error;
  });
  const sizes = 'sizes' in opened ? opened.sizes : [];
  const pictures = new Map<number, Promise<ImageBitmap>>();
  const decoded = async (page: number): Promise<ImageBitmap> => {
    const answer = await ask({ page });
    if (!('picture' in answer)) throw new Error('The decoder gave no picture.');
    return answer.picture;
  };
  const pictureAt = (page: number): Promise<ImageBitmap> => {
    const picture = pictures.get(page) ?? decoded(page);
    pictures.set(page, picture);
    return picture;
  };
  return {
    sheets: sizes.map(({ width, height }, page) => toSheet(width, height, () => pictureAt(page))),
    close() {
      end();
      for (const picture of pictures.values()) picture.then((one) => one.close()).catch(() => {});
    },
  };
};
