import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of each page of a PDF, as another reader sees it. */
export const pdfPages = async (file: Buffer): Promise<string[]> => {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : []));
    pages.push(texts.join(' '));
  }
  await document.loadingTask.destroy();
  return pages;
};
