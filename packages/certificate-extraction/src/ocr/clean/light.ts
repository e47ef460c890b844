import { type Gray, shrink, transpose } from '../pixel/gray.ts';

const BLOCK = 8;
const EVEN = 236;
const DARKEST_PAPER = 50;

/** Divides a picture by its paper, so that shade and stains turn white. `dpi` tells how large letters may be. */
export function flattenLight(gray: Gray, dpi: number): Gray {
  const paper = estimatePaper(gray, dpi);
  let darkest = 255;
  for (const level of paper.data) if (level < darkest) darkest = level;
  return darkest >= EVEN ? gray : divide(gray, paper);
}

/** The level of the paper on blocks of the picture: the picture without what is smaller than 0.7 inches. */
function estimatePaper(gray: Gray, dpi: number): Gray {
  const half = shrink(gray, BLOCK / 2);
  const blocks = brightest(half);
  const radius = Math.max(2, Math.round((0.35 * dpi) / BLOCK));
  const opened = slide(slide(blocks, radius, Math.max), radius, Math.min);
  return blur(opened, Math.max(1, radius >> 1));
}

function brightest(half: Gray): Gray {
  const width = Math.max(1, half.width >> 1);
  const height = Math.max(1, half.height >> 1);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 2 * y * half.width + 2 * x;
      const below = at + half.width;
      data[y * width + x] = Math.max(
        half.data[at] ?? 0,
        half.data[at + 1] ?? 0,
        half.data[below] ?? 0,
        half.data[below + 1] ?? 0,
      );
    }
  }
  return { width, height, data };
}

/** The largest (or smallest) value within a square window around each pixel. */
function slide(gray: Gray, radius: number, pick: (one: number, other: number) => number): Gray {
  return transpose(slideRows(transpose(slideRows(gray, radius, pick)), radius, pick));
}

function slideRows({ width, height, data }: Gray, radius: number, pick: (one: number, other: number) => number): Gray {
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      let value = data[row + x] as number;
      const to = Math.min(width - 1, x + radius);
      for (let near = Math.max(0, x - radius); near <= to; near++) value = pick(value, data[row + near] as number);
      result[row + x] = value;
    }
  }
  return { width, height, data: result };
}

function blur(gray: Gray, radius: number): Gray {
  return transpose(blurRows(transpose(blurRows(gray, radius)), radius));
}

function blurRows({ width, height, data }: Gray, radius: number): Gray {
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    const value = (x: number): number => data[row + Math.min(width - 1, Math.max(0, x))] as number;
    for (let x = -radius; x <= radius; x++) sum += value(x);
    for (let x = 0; x < width; x++) {
      result[row + x] = sum / (2 * radius + 1);
      sum += value(x + radius + 1) - value(x - radius);
    }
  }
  return { width, height, data: result };
}

function divide({ width, height, data }: Gray, paper: Gray): Gray {
  const result = new Uint8Array(data.length);
  const row = new Float32Array(width);
  for (let y = 0, at = 0; y < height; y++) {
    paperRow(paper, y, row);
    for (let x = 0; x < width; x++, at++) result[at] = Math.min(255, (data[at] as number) * (row[x] as number));
  }
  return { width, height, data: result };
}

/** 255 / paper for each pixel of a row, linear between the blocks. */
function paperRow(paper: Gray, y: number, row: Float32Array): void {
  const v = Math.min(paper.height - 1, Math.max(0, (y + 0.5) / BLOCK - 0.5));
  const top = Math.floor(v);
  const bottom = Math.min(paper.height - 1, top + 1);
  for (let x = 0; x < row.length; x++) {
    const u = Math.min(paper.width - 1, Math.max(0, (x + 0.5) / BLOCK - 0.5));
    const left = u | 0;
    const right = left + 1 < paper.width ? left + 1 : left;
    const upper = level(paper, left, top) * (1 - u + left) + level(paper, right, top) * (u - left);
    const lower = level(paper, left, bottom) * (1 - u + left) + level(paper, right, bottom) * (u - left);
    row[x] = 255 / Math.max(DARKEST_PAPER, upper * (1 - v + top) + lower * (v - top));
  }
}

function level(paper: Gray, x: number, y: number): number {
  return paper.data[y * paper.width + x] as number;
}
