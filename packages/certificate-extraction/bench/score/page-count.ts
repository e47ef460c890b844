import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import tiff from 'utif2';

/** How many pages a document has, and whether they carry text or are pictures of it. */
export type PageCount = { pages: number; kind: 'text' | 'scan' | 'data' };

const LEAST_TEXT_ON_A_PAGE = 20;
const LEAST_SHARE_OF_WORDS = 0.5;
const PAGES_LOOKED_AT = 5;

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;

// A layer of signs without words cannot be read, so the page counts as a picture.
const hasText = async (pdf: Pdf, number: number): Promise<boolean> => {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  const signs = text.replace(/\s/g, '').length;
  const letters = text.replace(/[^\p{L}\p{N}.,%-]/gu, '').length;
  return signs >= LEAST_TEXT_ON_A_PAGE && letters >= signs * LEAST_SHARE_OF_WORDS;
};

const countPdf = async (bytes: Uint8Array): Promise<PageCount> => {
  const task = getDocument({ data: bytes, verbosity: 0 });
  const pdf = await task.promise;
  const numbers = Array.from({ length: Math.min(pdf.numPages, PAGES_LOOKED_AT) }, (_, index) => index + 1);
  const texts = (await Promise.all(numbers.map((number) => hasText(pdf, number)))).filter(Boolean);
  await task.destroy();
  return { pages: pdf.numPages, kind: texts.length * 2 >= numbers.length ? 'text' : 'scan' };
};

/** Counts the pages of a readable PDF or image by the file's own word; data files count as one. */
export const countPages = async (file: string): Promise<PageCount> => {
  const extension = extname(file).toLowerCase();
  const bytes = new Uint8Array(readFileSync(file));
  if (extension === '.pdf') return countPdf(bytes);
  if (extension === '.xml' || extension === '.csv') return { pages: 1, kind: 'data' };
  return { pages: extension.startsWith('.tif') ? tiff.decode(bytes.buffer).length : 1, kind: 'scan' };
};
