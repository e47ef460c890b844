import type { Gray } from './gray.ts';

/**
 * Where a target pixel comes from: source = (a·x + b·y + c, d·x + e·y + f) / (g·x + h·y + 1).
 * g and h are 0 unless the picture is seen at an angle.
 */
export type Mapping = readonly [a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number];

type Size = { width: number; height: number };

/** Fetches every target pixel from the source, linear between its neighbours; what comes from outside is paper. */
export function resample(gray: Gray, { width, height }: Size, mapping: Mapping): Gray {
  const [a, b, c, d, e, f, g, h] = mapping;
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    let [u, v, w] = [b * y + c, e * y + f, h * y + 1];
    for (let x = 0; x < width; x++, at++) {
      data[at] = sample(gray, u / w, v / w);
      u += a;
      v += d;
      w += g;
    }
  }
  return { width, height, data };
}

function sample({ width, height, data }: Gray, x: number, y: number): number {
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) return 255;
  const left = x | 0;
  const top = y | 0;
  const dx = x - left;
  const dy = y - top;
  const at = top * width + left;
  const upper = (data[at] as number) * (1 - dx) + (data[at + 1] as number) * dx;
  const lower = (data[at + width] as number) * (1 - dx) + (data[at + width + 1] as number) * dx;
  return upper * (1 - dy) + lower * dy + 0.5;
}

/** Turns a picture about its middle so that lines which fall by `slope` (rise over run) become level, and scales it. */
export function straighten(gray: Gray, slope: number, factor = 1): Gray {
  const { size, mapping } = straightening(gray, slope, factor);
  return resample(gray, size, mapping);
}

/** How `straighten` makes a picture: its size, and where its pixels come from. */
export function straightening(gray: Size, slope: number, factor: number): { size: Size; mapping: Mapping } {
  const angle = Math.atan(slope);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.round(factor * (gray.width * cos + gray.height * Math.abs(sin)));
  const height = Math.round(factor * (gray.height * cos + gray.width * Math.abs(sin)));
  const [a, b] = [cos / factor, sin / factor];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const [sx, sy] = [(gray.width - 1) / 2, (gray.height - 1) / 2];
  const mapping: Mapping = [a, -b, sx - a * cx + b * cy, b, a, sy - b * cx - a * cy, 0, 0];
  return { size: { width, height }, mapping };
}
