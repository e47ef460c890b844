import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { brokenDocument, encryptedDocument, tooManyPages } from '../document-error.ts';
import { MAX_IMAGE_PIXELS, MAX_PAGES } from '../limit.ts';
import { refuseBombs } from './inflation/refuse-bomb.ts';

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
const folder = (name: string): string => join(PACKAGE, name) + sep;

/**
 * Opens a PDF and hands it to `use`; closes it afterwards. Fonts, character maps and decoders come from the package on disk.
 * Throws validation_failed for an encrypted, broken or empty file, payload_too_large for too many pages and for what unpacks
 * beyond the limits, and what `use` throws as it is: `use` reads the file through `fromPdf`.
 */
export async function withPdf<T>(bytes: Uint8Array, use: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  await refuseBombs(bytes);
  const task = getDocument({
    data: new Uint8Array(bytes),
    useWorkerFetch: false,
    disableFontFace: true,
    useSystemFonts: false,
    fontExtraProperties: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    verbosity: 0,
  });
  try {
    const pdf = await fromPdf(() => task.promise);
    if (pdf.numPages > MAX_PAGES) throw tooManyPages(pdf.numPages);
    return await use(pdf);
  } finally {
    await task.destroy();
  }
}

/** Reads a part of a PDF; what goes wrong in it is the file's: throws validation_failed for an encrypted or broken one. */
export async function fromPdf<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw (cause as Error | null)?.name === 'PasswordException'
      ? encryptedDocument(cause)
      : brokenDocument('PDF', cause);
  }
}
