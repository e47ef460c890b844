import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@qsc/service-kit/pure';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { brokenDocument, encryptedDocument, tooManyPages } from '../document-error.ts';
import { MAX_IMAGE_PIXELS, MAX_PAGES } from '../limit.ts';

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
const folder = (name: string): string => join(PACKAGE, name) + sep;

/**
 * Opens a PDF and hands it to `use`; closes it afterwards. Fonts, character maps and decoders come from the package on disk.
 * Throws validation_failed for an encrypted, broken or empty file and payload_too_large for too many pages.
 */
export async function withPdf<T>(bytes: Uint8Array, use: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
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
    const pdf = await task.promise;
    if (pdf.numPages > MAX_PAGES) throw tooManyPages(pdf.numPages);
    return await use(pdf);
  } catch (cause) {
    throw codedError(cause);
  } finally {
    await task.destroy();
  }
}

function codedError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return (cause as Error | null)?.name === 'PasswordException'
    ? encryptedDocument(cause)
    : brokenDocument('PDF', cause);
}
