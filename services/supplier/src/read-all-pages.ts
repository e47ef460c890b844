/** The rows of all pages: a page that is not full is the last one. */
export const readAllPages = async <Row>(
  readPage: (page: number) => Promise<Row[]>,
  perPage: number,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const read = await readPage(page);
    rows.push(...read);
    if (read.length < perPage) return rows;
  }
};
