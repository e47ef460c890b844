import type { QueryFilter } from 'mongoose';
import { countSkipped, type PageOf, pageMeta } from '../http/answer.ts';
import { toSort } from '../http/list-query.ts';
import type { Collection } from './collection.ts';

/** What a list request holds beside its filters. */
type Requested = { page: number; per_page: number; sort: string };

type Parts<Doc extends { _id: string }, FilterOnly extends string, Item> = {
  filter: NoInfer<QueryFilter<Doc>>;
  query: Requested;
  /** What the list gives of a row. */
  show: (row: Omit<Doc, FilterOnly>) => Item;
  /** Where what is sorted by is kept, if not under its name. */
  paths?: Readonly<Record<string, string>>;
};

/** A page of the rows that fit, in the requested order, with how many fit in all. The filter must name the organisation. */
export const listPage = async <Doc extends { _id: string }, FilterOnly extends string, Item>(
  rows: Pick<Collection<Doc, FilterOnly>, 'find' | 'count'>,
  { filter, query, show, paths = { id: '_id' } }: Parts<Doc, FilterOnly, Item>,
): Promise<PageOf<Item>> => {
  const page = { sort: toSort(query.sort, paths), skip: countSkipped(query), limit: query.per_page };
  const [found, total] = await Promise.all([rows.find(filter, page), rows.count(filter)]);
  return { data: found.map(show), meta: pageMeta(total, query) };
};
