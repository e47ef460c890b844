import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Picture } from './picture.ts';

const fonts = `${join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'standard_fonts')}/`;

/** Draws each page of a PDF at a resolution (dots per inch) on white. Reads the bytes, keeps nothing of them. */
export async function* renderPages(bytes: Uint8Array, dpi: number): AsyncGenerator<Picture> {
  const task = getDocument({
    data: Uint8Array.from(bytes),
    standardFontDataUrl: fonts,
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
  });
  const document = await task.promise;
  try {
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: dpi / 72 });
      const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
      await page.render({ canvas, viewport, background: '#ffffff' }).promise;
      const { width, height } = canvas;
      yield { width, height, data: canvas.getContext('2d').getImageData(0, 0, width, height).data };
    }
  } finally {
    await task.destroy();
  }
}
