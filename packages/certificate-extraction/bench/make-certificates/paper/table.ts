import { measure, type Paper, rule, type TextLook, turnPage, write } from './paper.ts';

export type Cell = { text: string; span?: number; look?: TextLook; fill?: string };
/** `kind` tells title rows, which keep no column lines, from rows of values. */
export type TableRow = { cells: readonly Cell[]; kind?: 'title' | 'row' };

export type TableLook = {
  /** Where lines are drawn: around each cell, below each row, between columns, below the head and the last row, nowhere. */
  rules: 'grid' | 'horizontal' | 'vertical' | 'head' | 'none';
  size: number;
  padding: number;
  line?: string;
  headFill?: string;
  headLook?: TextLook;
  titleFill?: string;
  titleLook?: TextLook;
  zebra?: string;
  repeatHead?: boolean;
};

export type Column = { width: number; align?: 'left' | 'center' | 'right' };
export type Table = {
  columns: readonly Column[];
  head: readonly TableRow[];
  rows: readonly TableRow[];
  look: TableLook;
};
type Frame = { x: number; width: number };

/** Draws a table at the cursor over several pages where needed, and moves the cursor below it. */
export function drawTable(
  paper: Paper,
  table: Table,
  frame: Frame = { x: paper.left, width: paper.right - paper.left },
): void {
  const edges = columnEdges(table.columns, frame);
  drawHead(paper, table, edges);
  table.rows.forEach((row, index) => {
    if (paper.y + rowHeight(paper, row, { table, edges, head: false }) > paper.bottom) {
      turnPage(paper);
      if (table.look.repeatHead ?? true) drawHead(paper, table, edges);
    }
    drawRow(paper, row, { table, edges, head: false, zebra: index % 2 === 1 });
  });
  if (table.look.rules === 'head' || table.look.rules === 'vertical') drawLine(paper, edges, table.look);
  paper.y += 8;
}

type Drawing = { table: Table; edges: readonly number[]; head: boolean; zebra?: boolean };

function drawHead(paper: Paper, table: Table, edges: readonly number[]): void {
  if (table.head.length === 0) return;
  const lined = table.look.rules !== 'none' && table.look.rules !== 'grid';
  if (lined) drawLine(paper, edges, table.look);
  for (const row of table.head) drawRow(paper, row, { table, edges, head: true });
  if (lined) drawLine(paper, edges, table.look);
}

function columnEdges(columns: readonly Column[], { x, width }: Frame): number[] {
  const total = columns.reduce((sum, column) => sum + column.width, 0);
  const edges = [x];
  for (const column of columns) edges.push((edges.at(-1) ?? x) + (column.width / total) * width);
  return edges;
}

/** The cells of a row with their left and right edges. */
function placeCells(row: TableRow, edges: readonly number[]): { cell: Cell; column: number; x0: number; x1: number }[] {
  let column = 0;
  return row.cells.map((cell) => {
    const start = column;
    column += cell.span ?? 1;
    return { cell, column: start, x0: edges[start] ?? 0, x1: edges[column] ?? edges.at(-1) ?? 0 };
  });
}

function chooseLook(row: TableRow, cell: Cell, { table, head }: Drawing): TextLook {
  const { look } = table;
  const kind = head
    ? { face: 'bold' as const, ...look.headLook }
    : row.kind === 'title'
      ? { face: 'bold' as const, ...look.titleLook }
      : {};
  return { size: look.size, ...kind, ...cell.look };
}

function rowHeight(paper: Paper, row: TableRow, drawing: Drawing): number {
  const { padding } = drawing.table.look;
  const heights = placeCells(row, drawing.edges).map(({ cell, x0, x1 }) =>
    measure(paper, cell.text, { width: x1 - x0 - 2 * padding - 2, ...chooseLook(row, cell, drawing) }),
  );
  return Math.max(...heights) + 2 * padding;
}

function drawRow(paper: Paper, row: TableRow, drawing: Drawing): void {
  const { table, edges } = drawing;
  const height = rowHeight(paper, row, drawing);
  const fill = rowFill(row, drawing);
  if (fill !== undefined)
    paintBox(paper, [edges[0] ?? 0, paper.y, (edges.at(-1) ?? 0) - (edges[0] ?? 0), height], fill);
  for (const { cell, column, x0, x1 } of placeCells(row, edges)) {
    if (cell.fill !== undefined) paintBox(paper, [x0, paper.y, x1 - x0, height], cell.fill);
    const align = table.columns[column]?.align ?? 'left';
    const { padding } = table.look;
    const place = { x: x0 + padding + 1, y: paper.y + padding, width: x1 - x0 - 2 * padding - 2 };
    write(paper, cell.text, {
      ...place,
      align: row.kind === 'title' ? 'left' : align,
      ...chooseLook(row, cell, drawing),
    });
    drawCellLines(paper, [x0, paper.y, x1 - x0, height], table.look);
  }
  paper.y += height;
  if (table.look.rules === 'horizontal' && !drawing.head)
    drawLine(paper, edges, { ...table.look, line: table.look.line ?? '#999999' });
}

function rowFill(row: TableRow, { table, head, zebra }: Drawing): string | undefined {
  if (head) return table.look.headFill;
  if (row.kind === 'title') return table.look.titleFill;
  return zebra ? table.look.zebra : undefined;
}

function paintBox(paper: Paper, [x, y, width, height]: readonly [number, number, number, number], color: string): void {
  paper.document.rect(x, y, width, height).fill(color);
}

function drawCellLines(
  paper: Paper,
  [x, y, width, height]: readonly [number, number, number, number],
  look: TableLook,
): void {
  const color = look.line ?? '#444444';
  if (look.rules === 'grid') paper.document.lineWidth(0.5).strokeColor(color).rect(x, y, width, height).stroke();
  if (look.rules !== 'vertical') return;
  rule(paper, [x, y, x, y + height], { color });
  rule(paper, [x + width, y, x + width, y + height], { color });
}

function drawLine(paper: Paper, edges: readonly number[], look: TableLook): void {
  rule(paper, [edges[0] ?? 0, paper.y, edges.at(-1) ?? 0, paper.y], { color: look.line ?? '#333333' });
}
