/**
 * The pages of a walk, each fetched while the previous one is processed. An error of a fetch is thrown when its page would
 * come, after the pages before it. At the end no fetch is in flight.
 */
export async function* ahead<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  const walk = pages[Symbol.asyncIterator]();
  const fetchNext = (): ReturnType<typeof walk.next> => {
    const pending = walk.next();
    pending.catch(() => {});
    return pending;
  };
  let next = fetchNext();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = fetchNext();
      yield page.value;
    }
  } finally {
    await next.catch(() => {});
    await walk.return?.();
  }
}
