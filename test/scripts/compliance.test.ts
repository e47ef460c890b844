import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Clause, listClauses } from '../../scripts/qualification/clause.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { findTests } from '../../scripts/runtime/test-files.ts';

const BEGINNING = /(?<![\w.])it\(\s*/g;
const QUOTES = ["'", '"', '`'];

const LEFT_OUT = /(?<![\w.])(?:describe\.skip|xdescribe|xcontext|context\.skip)\(/;

/** Whether the source of a test file has a test of this title, which is not left out of the run; no group of the file may be. */
const hasTest = (source: string, title: string): boolean => {
  if (LEFT_OUT.test(source)) return false;
  const marked = source.replaceAll(BEGINNING, '\0');
  return QUOTES.some((quote) => marked.includes(`\0${quote}${title}${quote}`));
};

const letters = (from: string, to: string): string[] =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, at) =>
    String.fromCharCode(from.charCodeAt(0) + at),
  );

const subclauses = (of: number, count: number): string[] => Array.from({ length: count }, (_, at) => `${of}.${at + 1}`);

/** The clauses that the page has to answer for. */
const PART_11 = [
  ...letters('a', 'k').map((letter) => `11.10 (${letter})`),
  ...['11.50 (a)', '11.50 (b)', '11.70', '11.100 (a)', '11.100 (b)', '11.100 (c)'],
  ...['11.200 (a)(1)', '11.200 (a)(2)', '11.200 (a)(3)', '11.200 (b)'],
  ...letters('a', 'e').map((letter) => `11.300 (${letter})`),
];

const ANNEX_11 = [
  ...['1', '2', ...subclauses(3, 4), ...subclauses(4, 8), '5', '6', ...subclauses(7, 2), ...subclauses(8, 2)],
  ...['9', '10', '11', ...subclauses(12, 4), '13', '14', '15', '16', '17'],
];

const isAnswered = ({ measure, tests, left }: Clause): boolean =>
  measure === '' ? tests.length === 0 && left !== '' : tests.length > 0;

describe('docs/compliance.md', () => {
  const clauses = listClauses(readFileSync(join(REPOSITORY, 'docs', 'compliance.md'), 'utf8'));

  it('has every clause of Part 11 and of Annex 11, in their order', () => {
    expect(clauses.map(({ id }) => id)).to.deep.equal([...PART_11, ...ANNEX_11]);
  });

  it('names for each clause a test that is there and is run, or what stays with the organisation', () => {
    const run = new Set(findTests([], { all: true }).groups.flatMap(({ files }) => files));
    for (const clause of clauses) {
      expect(isAnswered(clause), `${clause.id} is answered`).to.equal(true);
      for (const { title, file } of clause.tests) {
        expect(run.has(file), `${clause.id}: ${file} is run`).to.equal(true);
        expect(hasTest(readFileSync(join(REPOSITORY, file), 'utf8'), title), `${clause.id}: ${title}`).to.equal(true);
      }
    }
  });

  it('is not answered by a test that is renamed or left out of the run', () => {
    const source =
      "it('keeps (all) of it', () => {});\nit.skip('is left out', () => {});\nxit('is out too', () => {});";
    expect(hasTest(source, 'keeps (all) of it')).to.equal(true);
    for (const title of ['keeps all of it', 'is left out', 'is out too'])
      expect(hasTest(source, title)).to.equal(false);
    for (const group of ['describe.skip', 'xdescribe'])
      expect(hasTest(`${group}('all', () => { ${source} });`, 'keeps (all) of it')).to.equal(false);
  });

  it('is not answered by a measure that no test shows, nor by silence', () => {
    const [alone, silent, left] = listClauses('| 1 | a | b | – | c |\n| 2 | a | – | – | – |\n| 3.1 | a | – | – | c |');
    expect([alone, silent, left].map((clause) => isAnswered(clause!))).to.deep.equal([false, false, true]);
    expect(() => listClauses('| 4.1 | a | b |')).to.throw('4.1');
  });
});
