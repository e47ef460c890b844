import { GlobalWorkerOptions, getDocument, type PDFPageProxy, RenderingCancelledException } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { OpenDocument, Sheet } from './document.ts';

/** Where the character maps, standard fonts and decoders are (`build/pdf-data.ts`). */
declare const __PDF_DATA__: string;

GlobalWorkerOptions.workerSrc = workerUrl;

const toSheet = (page: PDFPageProxy): Sheet => {
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    width,
    height,
    draw(canvas) {
      const viewport = page.getViewport({ scale: canvas.width / width });
      canvas.height = Math.round(viewport.height);
      const task = page.render({ canvas, viewport });
      const done = task.promise.catch((error: unknown) => {
        if (!(error instanceof RenderingCancelledException)) throw error;
      });
      return { done, cancel: () => task.cancel() };
    },
  };
};

/** Opens a PDF in a worker. Scripts in it are never run, and pictures are decoded without WebAssembly, which the policy forbids. */
export const openPdf = async (file: Blob): Promise<OpenDocument> => {
  const task = getDocument({
    data: await file.arrayBuffer(),
    cMapUrl: __PDF_DATA__,
    standardFontDataUrl: __PDF_DATA__,
    wasmUrl: __PDF_DATA__,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  const pdf = await task.promise;
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  return { sheets: pages.map(toSheet), close: () => void task.destroy() };
};
