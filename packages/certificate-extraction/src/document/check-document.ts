import { type ContentType, detectContentType } from './content-type.ts';
import { readCsv } from './data/read-csv.ts';
import { readXml } from './data/read-xml.ts';
import { tooManyBytes } from './document-error.ts';
import { MAX_BYTES } from './limit.ts';
import { fromPdf, withPdf } from './pdf/open-pdf.ts';
import { checkPicture } from './picture/check-picture.ts';

/**
 * Whether a document can be read at all, without reading it: its type by content, limits, encryption, damage. Gives the type.
 * Throws what `readDocument` would throw: unsupported_media_type, payload_too_large, validation_failed.
 */
export async function checkDocument(bytes: Uint8Array, filename: string): Promise<ContentType> {
  if (bytes.length > MAX_BYTES) throw tooManyBytes(bytes.length);
  const type = detectContentType(bytes, filename);
  if (type === 'csv') readCsv(bytes);
  else if (type === 'xml') readXml(bytes);
  else if (type === 'pdf') await checkPdf(bytes);
  else await checkPicture(bytes, type);
  return type;
}

const checkPdf = (bytes: Uint8Array): Promise<void> =>
  withPdf(bytes, async (pdf) => {
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await fromPdf(() => pdf.getPage(number));
      page.cleanup();
    }
  });
