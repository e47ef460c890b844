import type { Call } from './call.ts';

type PageOf<Item> = { data: readonly Item[]; meta: { total_pages: number } };

/**
 * A list: `for await (const supplier of client.suppliers.list())` goes through its records, page by page, and asks for each page
 * when it is needed. Sort by a field that does not change where records are created meanwhile (`sort: 'created_at'`). To delete the
 * records, or change what the list filters by, collect them first (`Array.fromAsync`): later pages would begin too far on.
 */
export class PageList<Item, Page extends PageOf<Item>> implements AsyncIterable<Item> {
  readonly #fetchPage: (page: number, isWalk: boolean) => Call<Page>;

  constructor(fetchPage: (page: number, isWalk: boolean) => Call<Page>) {
    this.#fetchPage = fetchPage;
  }

  /** One page, from 1, with `meta`. It has 25 records unless `per_page` is given. */
  page(number: number): Call<Page> {
    return this.#fetchPage(number, false);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for (let number = 1; ; number += 1) {
      const { data, meta } = await this.#fetchPage(number, true);
      yield* data;
      if (number >= meta.total_pages) return;
    }
  }
}
