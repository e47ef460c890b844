import type { Mapping } from './resample.ts';

/** A place in pixels. */
export type Point = readonly [x: number, y: number];

/** The perspective mapping that sends four points to four others, null where they lie on a line. */
export function computeMapping(from: readonly Point[], to: readonly Point[]): Mapping | null {
  const rows = from.flatMap(([x, y], index) => {
    const [u, v] = to[index] as Point;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < 8; column++) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column] as number) > Math.abs(best[column] as number) ? row : best));
    const divisor = pivot[column] as number;
    if (Math.abs(divisor) < 1e-9) return null;
    rows[rows.indexOf(pivot)] = rows[column] as number[];
    rows[column] = pivot.map((value) => value / divisor);
    eliminate(rows, column);
  }
  return rows.map((row) => row[8] as number) as unknown as Mapping;
}

function eliminate(rows: number[][], column: number): void {
  const pivot = rows[column] as number[];
  for (const [index, row] of rows.entries()) {
    const factor = row[column] as number;
    if (index === column || factor === 0) continue;
    rows[index] = row.map((value, at) => value - factor * (pivot[at] as number));
  }
}
