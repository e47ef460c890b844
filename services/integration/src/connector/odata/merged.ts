import type { RemoteRecord } from '../connector.ts';

/** Whether a record comes before another in the order of (modifiedAt, externalId); one without a time comes first. */
const isBefore = (one: RemoteRecord, other: RemoteRecord): boolean => {
  const [first, second] = [one.modifiedAt ?? '', other.modifiedAt ?? ''];
  return first === second ? one.externalId < other.externalId : first < second;
};

/** Several walks, each in order, as one in order. */
export async function* merged(walks: readonly AsyncIterable<RemoteRecord>[]): AsyncIterable<RemoteRecord> {
  const iterators = walks.map((walk) => walk[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(iterators.map((iterator) => iterator.next()));
    for (;;) {
      const first = firstOf(heads);
      const head = heads[first];
      const iterator = iterators[first];
      if (!head || head.done || !iterator) return;
      yield head.value;
      heads[first] = await iterator.next();
    }
  } finally {
    await Promise.all(iterators.map((iterator) => iterator.return?.()));
  }
}

const firstOf = (heads: readonly IteratorResult<RemoteRecord>[]): number =>
  heads.reduce((first, head, index) => {
    const best = heads[first];
    if (head.done) return first;
    return !best || best.done || isBefore(head.value, best.value) ? index : first;
  }, -1);

/** In pages of so many. */
export async function* paged<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
