import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { PAINT_OPERATORS } from './paint-operator.ts';
import { STATE_OPERATORS } from './state-operator.ts';
import { TEXT_OPERATORS } from './text-operator.ts';
import { type LayerTest, type Operator, type PageTrace, startTracing } from './tracing.ts';

const OPERATORS: Readonly<Record<number, Operator>> = { ...STATE_OPERATORS, ...TEXT_OPERATORS, ...PAINT_OPERATORS };

/** Follows the operators of a page and notes the glyphs, straight lines, filled areas and pictures that they paint. */
export async function tracePage(page: PDFPageProxy, isShown: LayerTest): Promise<PageTrace> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const tracing = startTracing(page, isShown);
  for (const [index, operator] of fnArray.entries()) {
    tracing.order += 1;
    OPERATORS[operator]?.(tracing, (argsArray[index] ?? []) as unknown[]);
  }
  return tracing.found;
}
