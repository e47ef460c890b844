/** A rectangle of pixels. */
type Area = { x0: number; y0: number; x1: number; y1: number };

/** A picture in shades of grey, row by row, 0 black to 255 white. */
export type Gray = { width: number; height: number; data: Uint8Array };

/** A black and white picture of the same shape: 1 is ink. */
export type Ink = Gray;

/** Shades of grey of RGBA pixels; transparent parts are paper. */
export function toGray(rgba: Uint8ClampedArray | Uint8Array, width: number, height: number): Gray {
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 4) {
    const alpha = rgba[from + 3] as number;
    const luma =
      ((rgba[from] as number) * 77 + (rgba[from + 1] as number) * 150 + (rgba[from + 2] as number) * 29) >> 8;
    data[at] = alpha === 255 ? luma : 255 - (((255 - luma) * alpha) >> 8);
  }
  return { width, height, data };
}

/** Cuts out a box given in whole pixels; what lies outside of the picture is paper. */
export function crop(gray: Gray, box: Area): Gray {
  const width = Math.max(1, box.x1 - box.x0);
  const height = Math.max(1, box.y1 - box.y0);
  const data = new Uint8Array(width * height).fill(255);
  const from = Math.max(box.x0, 0);
  const to = Math.min(box.x1, gray.width);
  for (let y = Math.max(box.y0, 0); y < Math.min(box.y1, gray.height) && to > from; y++) {
    data.set(gray.data.subarray(y * gray.width + from, y * gray.width + to), (y - box.y0) * width + from - box.x0);
  }
  return { width, height, data };
}

/** Whitens boxes with a seam of so many pixels around them. `gray` is changed in place. */
export function wipe(gray: Gray, boxes: Iterable<Area>, seam: number): void {
  for (const { x0, y0, x1, y1 } of boxes) {
    const [left, right] = [Math.max(0, x0 - seam), Math.min(gray.width, x1 + seam)];
    for (let y = Math.max(0, y0 - seam); y < Math.min(gray.height, y1 + seam); y++)
      gray.data.fill(255, y * gray.width + left, y * gray.width + right);
  }
}

/** Makes the picture smaller by a whole factor; each pixel is the mean of those that it replaces. */
export function shrink(gray: Gray, factor: number): Gray {
  const width = Math.max(1, Math.floor(gray.width / factor));
  const height = Math.max(1, Math.floor(gray.height / factor));
  const data = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let row = y * factor; row < (y + 1) * factor; row++) addRow(gray, row, { sums, factor });
    for (let x = 0; x < width; x++) data[y * width + x] = (sums[x] as number) / (factor * factor);
  }
  return { width, height, data };
}

function addRow(gray: Gray, row: number, { sums, factor }: { sums: Uint32Array; factor: number }): void {
  let at = row * gray.width;
  for (let x = 0; x < sums.length; x++) {
    let sum = 0;
    for (let step = 0; step < factor; step++) sum += gray.data[at++] as number;
    sums[x] = (sums[x] as number) + sum;
  }
}

/** Turns the picture clockwise by so many quarters. */
export function turnQuarters(gray: Gray, quarters: 0 | 1 | 2 | 3): Gray {
  if (quarters === 0) return gray;
  if (quarters === 2) return { ...gray, data: gray.data.slice().reverse() };
  const { width: height, height: width } = gray;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let from = quarters === 1 ? (gray.height - 1) * gray.width + y : gray.width - 1 - y;
    const step = quarters === 1 ? -gray.width : gray.width;
    for (let x = 0; x < width; x++, from += step) data[y * width + x] = gray.data[from] as number;
  }
  return { width, height, data };
}

/** Swaps rows and columns. */
export function transpose({ width, height, data }: Gray): Gray {
  const result = new Uint8Array(data.length);
  const tile = 32;
  for (let top = 0; top < height; top += tile) {
    const bottom = Math.min(height, top + tile);
    for (let x = 0; x < width; x++) {
      for (let y = top, at = x * height + top; y < bottom; y++, at++) result[at] = data[y * width + x] as number;
    }
  }
  return { width: height, height: width, data: result };
}
