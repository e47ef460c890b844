/**
 * The pages of a walk, each asked for while the one before it is taken. What the asking throws is thrown when its page has its
 * turn, so that what came before is taken whole. At the end nothing is under way any more.
 */
export async function* ahead<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  const walk = pages[Symbol.asyncIterator]();
  const ask = (): ReturnType<typeof walk.next> => {
    const asked = walk.next();
    asked.catch(() => {});
    return asked;
  };
  let next = ask();
  try {
    for (let page = await next; !page.done; page = await next) {
      next = ask();
      yield page.value;
    }
  } finally {
    await next.catch(() => {});
    await walk.return?.();
  }
}
