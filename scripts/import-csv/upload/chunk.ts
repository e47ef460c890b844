const MOST_ITEMS = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Cuts a list into pieces that fit into one bulk request. Where the cuts lie depends on the list alone, so that the next
 * run makes the same requests.
 */
export const intoChunks = <T>(items: readonly T[], countBytes: (item: T) => number): T[][] => {
  const chunks: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = countBytes(item);
    const last = chunks.at(-1);
    if (last && last.length < MOST_ITEMS && size <= room) last.push(item);
    else {
      chunks.push([item]);
      room = MOST_BYTES;
    }
    room -= size;
  }
  return chunks;
};

/** Cuts a list into pieces of at most so many items. */
export const intoPieces = <T>(items: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, index) => items.slice(index * most, (index + 1) * most));
