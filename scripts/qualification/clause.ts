/** A clause of a regulation as docs/compliance.md has it. */
export type Clause = {
  id: string;
  /** What the clause asks for, in short. */
  asks: string;
  /** What the system does; empty for nothing. */
  measure: string;
  tests: { title: string; file: string }[];
  /** What stays with the organisation; empty for nothing. */
  left: string;
};

const CLAUSE = /^\d+(\.\d+)*( \([a-z]\)(\(\d\))?)?$/;
const LINK = /\[([^\]]+)\]\(\.\.\/([^)]+)\)/g;
const NONE = '–';

const getCell = (text = ''): string => (text.trim() === NONE ? '' : text.trim());

/** The rows of the tables of clauses. Throws for one that has not its five cells. */
export const listClauses = (text: string): Clause[] =>
  text.split('\n').flatMap((line): Clause[] => {
    const cells = line.split('|').slice(1, -1);
    const id = getCell(cells[0]);
    if (!CLAUSE.test(id)) return [];
    if (cells.length !== 5) throw new Error(`The row of clause ${id} has ${cells.length} cells.`);
    const tests = [...getCell(cells[3]).matchAll(LINK)].map(([, title = '', file = '']) => ({ title, file }));
    return [{ id, asks: getCell(cells[1]), measure: getCell(cells[2]), tests, left: getCell(cells[4]) }];
  });
