import type { ListQuery, OperationId } from '@qsc/client';

/** The search parameters of a list: filters as the API takes them, order and page; all text, so that an address is plain. */
export type ListSearch = { sort?: string; page?: number } & { [filter: string]: string | number | undefined };

/** A page of a list in the address; the first one is not named. */
export const readPage = ({ page }: Record<string, unknown>): { page?: number } => {
  const number = Number(page);
  return Number.isInteger(number) && number > 1 ? { page: number } : {};
};

/** Reads the address of a list: only what it knows, each as text. */
export const readListSearch =
  (filters: readonly string[]) =>
  (raw: Record<string, unknown>): ListSearch => {
    const search: ListSearch = {};
    for (const name of [...filters, 'sort']) {
      const value = raw[name];
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        search[name] = String(value);
    }
    return { ...search, ...readPage(raw) };
  };

/** The filters and order of an address as the query of a list, which the API checks; page and view are the page's own. */
export const toFilters = <Id extends OperationId>({
  page: _page,
  view: _view,
  ...filters
}: ListSearch): ListQuery<Id> => filters as ListQuery<Id>;

/** Values of a filter that holds several by comma. */
export const valuesIn = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? value.split(',') : [];
