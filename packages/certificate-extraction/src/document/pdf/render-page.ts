import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Gray, toGray } from '../../ocr/pixel/gray.ts';

const DPI = 230;
const MAX_PIXELS = 12_000_000;
/** A strip of two metres at 230 dpi. */
const MAX_SIDE = 18_000;

/** A page drawn in shades of grey at 230 dpi, at less where it would have more than 12 million pixels or a longer side. */
export const renderPage = async (page: PDFPageProxy): Promise<{ picture: Gray; dpi: number }> => {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(DPI / 72, Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const picture = toGray(pixels, canvas.width, canvas.height);
  // Both hold pictures outside of the heap, which the collector would free only later.
  page.cleanup();
  canvas.width = 1;
  canvas.height = 1;
  return { picture, dpi: scale * 72 };
};
