/** A picture of one page: four bytes (red, green, blue, opacity) for each pixel, row by row. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray };

/** The lightness of a pixel, 0 to 255. */
export function lightness({ data }: Picture, pixel: number): number {
  const at = pixel * 4;
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}

/** The same picture without colours. */
export function withoutColour(picture: Picture): Picture {
  const data = new Uint8ClampedArray(picture.data.length);
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    data.fill(lightness(picture, pixel), pixel * 4, pixel * 4 + 3);
    data[pixel * 4 + 3] = 255;
  }
  return { ...picture, data };
}
