import type { Box } from '../../page.ts';
import type { Ink } from './gray.ts';

/** A connected patch of ink in whole pixels; x1 and y1 lie behind the last pixel. `area` counts its pixels. */
export type Component = Box & { area: number };

type Runs = { starts: number[]; ends: number[]; owners: number[] };

/** All connected patches of ink (diagonal neighbours count). */
export function findComponents(ink: Ink): Component[] {
  const parents: number[] = [];
  const boxes: Component[] = [];
  let above: Runs = { starts: [], ends: [], owners: [] };
  for (let y = 0; y < ink.height; y++) {
    const runs = findRuns(ink, y);
    joinRows(above, runs, { parents, boxes, y });
    above = runs;
  }
  return collect(parents, boxes);
}

function findRuns({ width, data }: Ink, y: number): Runs {
  const runs: Runs = { starts: [], ends: [], owners: [] };
  const row = data.subarray(y * width, (y + 1) * width);
  for (let start = row.indexOf(1); start >= 0; ) {
    let end = start + 1;
    while (row[end] === 1) end++;
    runs.starts.push(start);
    runs.ends.push(end);
    start = row.indexOf(1, end + 1);
  }
  return runs;
}

type Forest = { parents: number[]; boxes: Component[]; y: number };

function joinRows(above: Runs, runs: Runs, forest: Forest): void {
  let first = 0;
  for (let index = 0; index < runs.starts.length; index++) {
    const start = runs.starts[index] as number;
    const end = runs.ends[index] as number;
    let owner = -1;
    while (first < above.starts.length && (above.ends[first] as number) < start) first++;
    for (let near = first; near < above.starts.length && (above.starts[near] as number) <= end; near++) {
      const other = findRoot(forest.parents, above.owners[near] as number);
      if (owner < 0) owner = other;
      else if (owner !== other) owner = merge(forest, owner, other);
    }
    runs.owners.push(addRun(forest, owner, { start, end }));
  }
}

function addRun({ parents, boxes, y }: Forest, owner: number, { start, end }: { start: number; end: number }): number {
  if (owner < 0) {
    parents.push(parents.length);
    boxes.push({ x0: start, y0: y, x1: end, y1: y + 1, area: end - start });
    return parents.length - 1;
  }
  const box = boxes[owner] as Component;
  if (start < box.x0) box.x0 = start;
  if (end > box.x1) box.x1 = end;
  box.y1 = y + 1;
  box.area += end - start;
  return owner;
}

function findRoot(parents: number[], index: number): number {
  let root = index;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root] as number] as number;
    root = parents[root] as number;
  }
  return root;
}

function merge({ parents, boxes }: Forest, one: number, other: number): number {
  const [kept, gone] = one < other ? [one, other] : [other, one];
  const into = boxes[kept] as Component;
  const from = boxes[gone] as Component;
  into.x0 = Math.min(into.x0, from.x0);
  into.y0 = Math.min(into.y0, from.y0);
  into.x1 = Math.max(into.x1, from.x1);
  into.y1 = Math.max(into.y1, from.y1);
  into.area += from.area;
  parents[gone] = kept;
  return kept;
}

function collect(parents: readonly number[], boxes: readonly Component[]): Component[] {
  return boxes.filter((_box, index) => parents[index] === index);
}
