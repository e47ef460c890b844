import { inParallel } from '@qsc/service-kit';

/** The most items of one message. */
const COUNT = 500;
/** A message has less than 4 MiB. */
const BYTES = 2 * 1024 * 1024;

const toParts = <Item>(items: readonly Item[]): Item[][] => {
  const parts: { some: Item[]; bytes: number }[] = [];
  for (const item of items) {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    const last = parts.at(-1);
    if (!last || last.some.length === COUNT || last.bytes + bytes > BYTES) parts.push({ some: [item], bytes });
    else {
      last.some.push(item);
      last.bytes += bytes;
    }
  }
  return parts.map(({ some }) => some);
};

/** Requests many items in parts that fit into a message, as `inParallel` does. */
export const parted = <Item, Answer>(
  items: readonly Item[],
  parallel: number,
  request: (some: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> => inParallel(toParts(items), parallel, request);
