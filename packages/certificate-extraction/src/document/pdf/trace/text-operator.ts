import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { moveText, setTextMatrix } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';
import { setFont } from './state-operator.ts';
import { type ShownGlyph, traceText } from './trace-text.ts';
import { isPainting, type Operator } from './tracing.ts';

/** The operators that place and show text. */
export const TEXT_OPERATORS: Readonly<Record<number, Operator>> = {
  [OPS.beginText]: ({ state }) => setTextMatrix(state, [1, 0, 0, 1, 0, 0]),
  [OPS.setCharSpacing]: ({ state }, [value]) => {
    state.charSpacing = value as number;
  },
  [OPS.setWordSpacing]: ({ state }, [value]) => {
    state.wordSpacing = value as number;
  },
  [OPS.setHScale]: ({ state }, [value]) => {
    state.horizontalScale = (value as number) / 100;
  },
  [OPS.setLeading]: ({ state }, [value]) => {
    state.leading = -(value as number);
  },
  [OPS.setTextRise]: ({ state }, [value]) => {
    state.rise = value as number;
  },
  [OPS.setTextRenderingMode]: ({ state }, [value]) => {
    state.renderMode = value as number;
  },
  [OPS.setFont]: (tracing, args) => setFont(tracing, args as [string, number]),
  [OPS.moveText]: ({ state }, [x, y]) => moveText(state, x as number, y as number),
  [OPS.setLeadingMoveText]: ({ state }, [x, y]) => {
    state.leading = y as number;
    moveText(state, x as number, y as number);
  },
  [OPS.nextLine]: ({ state }) => moveText(state, 0, state.leading),
  [OPS.setTextMatrix]: ({ state }, [matrix]) =>
    setTextMatrix(state, Array.from(matrix as Float32Array) as unknown as Matrix),
  [OPS.showText]: (tracing, [shown]) => {
    const glyphs = traceText(tracing.state, shown as (ShownGlyph | number)[], tracing.order);
    if (isPainting(tracing)) for (const glyph of glyphs) tracing.found.glyphs.push(glyph);
  },
};
