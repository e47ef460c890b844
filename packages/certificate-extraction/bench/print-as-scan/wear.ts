import type { Random } from '../make-certificates/random.ts';
import { lightness, type Picture } from './picture.ts';

/** Adds grain: each pixel changes by up to `strength` of 255, most by far less, all colours alike. */
export function addGrain(picture: Picture, strength: number, random: Random): Picture {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const change = (random.next() + random.next() - 1) * strength;
    for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) + change;
  }
  return { ...picture, data };
}

/** Adds black specks of dust, `count` of them. */
export function addSpecks(picture: Picture, count: number, random: Random): Picture {
  const data = new Uint8ClampedArray(picture.data);
  for (let speck = 0; speck < count; speck++) {
    const [x, y] = [random.whole(2, picture.width - 3), random.whole(2, picture.height - 3)];
    const size = random.whole(1, 2);
    for (let row = y; row < y + size; row++)
      data.fill(40, (row * picture.width + x) * 4, (row * picture.width + x + size) * 4);
  }
  return { ...picture, data };
}

/** Darkens the picture away from a light; `depth` (0 to 1) is lost in the farthest corner. */
export function shade(picture: Picture, depth: number, random: Random): Picture {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  const [lightX, lightY] = [random.between(0, width), random.between(0, height * 0.6)];
  const reach = Math.hypot(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = 1 - depth * (Math.hypot(x - lightX, y - lightY) / reach);
      const at = (y * width + x) * 4;
      for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) * share;
    }
  }
  return { ...picture, data };
}

/** Softens the picture: each pixel becomes a mixture with its neighbours; `share` is theirs together. */
export function soften(picture: Picture, share: number): Picture {
  const { width, height, data: from } = picture;
  const data = new Uint8ClampedArray(from);
  const line = width * 4;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * line + 4; at < (y + 1) * line - 4; at++) {
      const around = (from[at - 4] ?? 0) + (from[at + 4] ?? 0) + (from[at - line] ?? 0) + (from[at + line] ?? 0);
      data[at] = (from[at] ?? 0) * (1 - share) + (around * share) / 4;
    }
  }
  return { ...picture, data };
}

/** Black and white as a fax machine sees it: darker than `level` is black. */
export function toInk(picture: Picture, level: number): Picture {
  const data = new Uint8ClampedArray(picture.data.length);
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    data.fill(lightness(picture, pixel) < level ? 0 : 255, pixel * 4, pixel * 4 + 3);
    data[pixel * 4 + 3] = 255;
  }
  return { ...picture, data };
}
