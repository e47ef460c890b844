import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { applyMatrix, clipTo, type Font } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';
import type { Operator, Tracing } from './tracing.ts';

/** The operators that change the graphics state. */
export const STATE_OPERATORS: Readonly<Record<number, Operator>> = {
  [OPS.save]: save,
  [OPS.restore]: restore,
  [OPS.transform]: ({ state }, args) => applyMatrix(state, args as unknown as Matrix),
  [OPS.setLineWidth]: ({ state }, [width]) => {
    state.lineWidth = width as number;
  },
  [OPS.setFillRGBColor]: ({ state }, [color]) => {
    state.fillColor = color as string;
  },
  [OPS.setStrokeRGBColor]: ({ state }, [color]) => {
    state.strokeColor = color as string;
  },
  [OPS.setFillColorN]: ({ state }) => {
    state.fillColor = null;
  },
  [OPS.setStrokeColorN]: ({ state }) => {
    state.strokeColor = null;
  },
  [OPS.setGState]: (tracing, [entries]) => setGraphicsState(tracing, entries as [string, unknown][]),
  [OPS.clip]: clipNext,
  [OPS.eoClip]: clipNext,
  [OPS.paintFormXObjectBegin]: (tracing, [matrix, box]) => {
    save(tracing);
    if (matrix) applyMatrix(tracing.state, matrix as Matrix);
    if (box) clipTo(tracing.state, box as Float32Array);
  },
  [OPS.paintFormXObjectEnd]: restore,
  [OPS.beginGroup]: (tracing, [group]) => {
    save(tracing);
    if (isMask(group)) tracing.maskDepth += 1;
  },
  [OPS.endGroup]: (tracing, [group]) => {
    restore(tracing);
    if (isMask(group)) tracing.maskDepth -= 1;
  },
  [OPS.beginAnnotation]: beginAnnotation,
  [OPS.endAnnotation]: restore,
  [OPS.beginMarkedContent]: ({ layers }) => {
    layers.push(true);
  },
  [OPS.beginMarkedContentProps]: ({ layers, isShown }, [tag, properties]) => {
    layers.push(tag !== 'OC' || isShown(properties));
  },
  [OPS.endMarkedContent]: ({ layers }) => {
    layers.pop();
  },
};

/** Sets the font by the name that pdf.js gave it. */
export function setFont({ page, state }: Tracing, [name, size]: readonly [string, number]): void {
  state.font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as Font) : undefined;
  state.fontSize = size;
}

function save(tracing: Tracing): void {
  tracing.stack.push({ ...tracing.state });
}

function restore(tracing: Tracing): void {
  tracing.state = tracing.stack.pop() ?? { ...tracing.base };
}

function clipNext(tracing: Tracing): void {
  tracing.clipNext = true;
}

function setGraphicsState(tracing: Tracing, entries: readonly [string, unknown][]): void {
  const { state } = tracing;
  for (const [key, value] of entries) {
    if (key === 'LW') state.lineWidth = value as number;
    if (key === 'ca') state.fillAlpha = value as number;
    if (key === 'CA') state.strokeAlpha = value as number;
    if (key === 'Font') setFont(tracing, value as [string, number]);
  }
}

function beginAnnotation(tracing: Tracing, [, rectangle, transform, matrix]: readonly unknown[]): void {
  save(tracing);
  tracing.state = { ...tracing.base };
  if (rectangle) clipTo(tracing.state, rectangle as number[]);
  if (transform) applyMatrix(tracing.state, transform as Matrix);
  if (matrix) applyMatrix(tracing.state, matrix as Matrix);
}

function isMask(group: unknown): boolean {
  return Boolean((group as { smask?: unknown } | undefined)?.smask);
}
