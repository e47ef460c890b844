import type { FieldLine } from '../wording/field-line.ts';
import { measure, type Paper, reserve, type TextLook, write } from './paper.ts';

export type FieldBlockLook = {
  columns: number;
  /** Where values stand: right of their label, below it, or in grid cells right of or below it. */
  placement: 'beside' | 'below' | 'cells' | 'cells-below';
  colon: ':' | ' :' | '';
  size: number;
  /** Share of a column that the label takes, where values stand beside it. */
  label?: number;
  labelLook?: TextLook;
  valueLook?: TextLook;
  labelFill?: string;
  /** Fills the first column from top to bottom before the second one, not row by row. */
  downward?: boolean;
};

type Frame = { x: number; width: number };
type Slot = { x: number; y: number; width: number; height: number };

/** Draws labels with values in rows at the cursor and moves the cursor below them. */
export function drawFieldBlock(
  paper: Paper,
  lines: readonly FieldLine[],
  look: FieldBlockLook & { frame?: Frame },
): void {
  const frame = look.frame ?? { x: paper.left, width: paper.right - paper.left };
  const width = frame.width / look.columns;
  for (const row of toRows(lines, look)) {
    const height = Math.max(...row.map((line) => slotHeight(paper, line, { look, width })));
    reserve(paper, height);
    row.forEach((line, index) => {
      drawSlot(paper, line, { look, slot: { x: frame.x + index * width, y: paper.y, width, height } });
    });
    paper.y += height;
  }
  paper.y += 8;
}

function toRows(lines: readonly FieldLine[], { columns, downward }: FieldBlockLook): FieldLine[][] {
  const count = Math.ceil(lines.length / columns);
  const rows: FieldLine[][] = Array.from({ length: count }, () => []);
  lines.forEach((line, index) => {
    rows[downward ? index % count : Math.floor(index / columns)]?.push(line);
  });
  return rows;
}

function looks(look: FieldBlockLook): { label: TextLook; value: TextLook } {
  return { label: { size: look.size, face: 'bold', ...look.labelLook }, value: { size: look.size, ...look.valueLook } };
}

/** Where label and value stand in a slot that begins at 0,0. */
function inside(look: FieldBlockLook, width: number): { label: number; value: number; pad: number } {
  const pad = look.placement.startsWith('cells') ? 4 : 1;
  if (look.placement.endsWith('below')) return { label: width - 2 * pad - 6, value: width - 2 * pad - 6, pad };
  const label = width * (look.label ?? 0.42);
  return { label: label - 2 * pad - 2, value: width - label - 2 * pad - 4, pad };
}

function slotHeight(paper: Paper, line: FieldLine, { look, width }: { look: FieldBlockLook; width: number }): number {
  const { label, value, pad } = inside(look, width);
  const style = looks(look);
  const above = measure(paper, `${line.label}${look.colon}`, { width: label, ...style.label });
  const below = measure(paper, line.text, { width: value, ...style.value });
  const stacked = look.placement.endsWith('below');
  return (stacked ? above + below + 1 : Math.max(above, below)) + 2 * pad + (look.placement === 'below' ? 4 : 1);
}

function drawSlot(paper: Paper, line: FieldLine, { look, slot }: { look: FieldBlockLook; slot: Slot }): void {
  const { label, value, pad } = inside(look, slot.width);
  const style = looks(look);
  const edge = slot.width * (look.label ?? 0.42);
  const stacked = look.placement.endsWith('below');
  if (look.placement.startsWith('cells')) drawCells(paper, slot, { edge: stacked ? 0 : edge, fill: look.labelFill });
  const text = `${line.label}${look.colon}`;
  const height = write(paper, text, { x: slot.x + pad, y: slot.y + pad, width: label, ...style.label });
  const x = stacked ? slot.x + pad : slot.x + edge + pad;
  if (line.text !== '')
    write(paper, line.text, { x, y: slot.y + pad + (stacked ? height + 1 : 0), width: value, ...style.value });
}

function drawCells(
  paper: Paper,
  { x, y, width, height }: Slot,
  { edge, fill }: { edge: number; fill: string | undefined },
): void {
  const { document } = paper;
  if (fill !== undefined) document.rect(x, y, edge === 0 ? width : edge, height).fill(fill);
  document.lineWidth(0.5).strokeColor('#555555').rect(x, y, width, height).stroke();
  if (edge > 0) document.rect(x, y, edge, height).stroke();
}
