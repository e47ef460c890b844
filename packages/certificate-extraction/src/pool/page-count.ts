import { contentTypeOf } from '../document/content-type.ts';
import { withPdf } from '../document/pdf/open-pdf.ts';
import { readTiffDirectories } from '../document/picture/tiff-directory.ts';

/** Pages of a PDF or TIFF, 1 for any other type. Throws the coded errors of a file that cannot be opened. */
export const countPages = async (bytes: Uint8Array, filename: string): Promise<number> => {
  const type = contentTypeOf(bytes, filename);
  if (type === 'pdf') return withPdf(bytes, async (pdf) => pdf.numPages);
  return type === 'tiff' ? readTiffDirectories(bytes).length : 1;
};
