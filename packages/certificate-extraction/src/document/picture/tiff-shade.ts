import type { Gray } from '../../ocr/pixel/gray.ts';
import type { Photometric } from './tiff-page.ts';

/** Unpacked samples of a strip or tile: rows begin at whole bytes, 16-bit samples have their low byte first. */
export type Samples = {
  data: Uint8Array;
  width: number;
  height: number;
  bits: number;
  samples: number;
  photometric: Photometric;
  /** The colours of a palette: all reds, all greens, all blues, 0 to 65535. */
  palette: readonly number[];
};

type Pixel = (index: number) => number;

/** Shades of grey of unpacked samples; samples beyond those of the colour, as of transparency, are left out. */
export function toShades(source: Samples): Gray {
  const { width, height, samples } = source;
  const stride = Math.ceil((width * samples * source.bits) / 8);
  const shades = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const shade = shadeReader(source, y * stride);
    for (let x = 0; x < width; x++, at++) shades[at] = shade(x * samples);
  }
  return { width, height, data: shades };
}

function shadeReader(source: Samples, row: number): Pixel {
  const sample = sampleReader(source, row);
  const scale = 255 / (2 ** Math.min(8, source.bits) - 1);
  const level = (index: number): number => sample(index) * scale;
  const { photometric, palette } = source;
  if (photometric === 'palette') {
    const colours = palette.length / 3;
    const part = (index: number, shift: number): number => (palette[index + shift * colours] ?? 0) >> 8;
    return (at) => luma(part(sample(at), 0), part(sample(at), 1), part(sample(at), 2));
  }
  if (photometric === 'rgb') return (at) => luma(level(at), level(at + 1), level(at + 2));
  if (photometric === 'cmyk') {
    return (at) => (luma(255 - level(at), 255 - level(at + 1), 255 - level(at + 2)) * (255 - level(at + 3))) / 255;
  }
  return photometric === 'whiteIsZero' ? (at) => 255 - level(at) : level;
}

/** A sample of a row by its number; of 16 bits the upper 8. */
function sampleReader({ data, bits }: Samples, row: number): Pixel {
  if (bits === 8) return (index) => data[row + index] ?? 0;
  if (bits === 16) return (index) => data[row + 2 * index + 1] ?? 0;
  const mask = 2 ** bits - 1;
  return (index) => {
    const at = index * bits;
    return ((data[row + (at >> 3)] ?? 0) >> (8 - bits - (at & 7))) & mask;
  };
}

function luma(red: number, green: number, blue: number): number {
  return (red * 77 + green * 150 + blue * 29) / 256;
}
