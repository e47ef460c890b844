import { expect } from 'chai';
import type { TableDocument } from '../../src/document/read-document.ts';
import { spellName } from '../../src/table/data-table.ts';
import { readData } from '../../src/table/read-data.ts';

type Element = Extract<TableDocument, { format: 'xml' }>['root'];

const element = (name: string, more: Partial<Element> = {}): Element => ({
  name,
  attributes: {},
  text: '',
  children: [],
  ...more,
});

const csv = (...lines: string[]): TableDocument => ({
  kind: 'table',
  format: 'csv',
  rows: lines.map((line) => line.split(';')),
});

const reported = (document: TableDocument) =>
  readData(document).results.map(({ parameter, specification, result, status }) => [
    parameter,
    specification,
    result,
    status,
  ]);

describe('certificates that are data', () => {
  it('finds the rows of a CSV file below the line that names their columns', () => {
    const document = csv('Lot No.;A1;;', ';;;', 'Parameter;Method;Specification;Result', 'Water;KF;max. 0,5 %;0,7 %');
    expect(reported(document)).to.deep.equal([['Water', 'max. 0,5 %', '0,7 %', 'fail']]);
    expect(readData(document).labels).to.deep.include({ label: 'Lot No.', value: 'A1' });
  });

  it('reads what each row repeats of the batch as a label', () => {
    const { results, labels } = readData(csv('Batch Number;Test;Result', '2532887;Water;0.1 %', '2532887;Lead;ND'));
    expect(results).to.have.length(2);
    expect(labels).to.deep.include({ label: 'Batch Number', value: '2532887' });
  });

  it('reads results from attributes', () => {
    const rows = [{ parameter: 'pH', lower: '5.0', upper: '7.0', value: '7.6' }].map((attributes) =>
      element('result', { attributes }),
    );
    const root = element('coa', { children: [element('batch', { attributes: { lot: 'A1' }, children: rows })] });
    expect(reported({ kind: 'table', format: 'xml', root })).to.deep.equal([['pH', '5.0 – 7.0', '7.6', 'fail']]);
    expect(readData({ kind: 'table', format: 'xml', root }).labels).to.deep.include({ label: 'lot', value: 'A1' });
  });

  it('reads results from elements', () => {
    const leaves = Object.entries({ TestName: 'Assay', Result: '99.6', Unit: '%' }).map(([name, text]) =>
      element(name, { text }),
    );
    const root = element('Certificate', { children: [element('Test', { children: leaves })] });
    expect(reported({ kind: 'table', format: 'xml', root })).to.deep.equal([['Assay', null, '99.6', null]]);
  });

  it('takes decimals as the whole table marks them', () => {
    const document = csv('Test;Specification;Result', 'Index;1,470 - 1,475;1,4710', 'Water;max. 0,5 %;0,1 %');
    expect(reported(document).map((row) => row[3])).to.deep.equal(['pass', 'pass']);
  });

  it('gives nothing for rows that are no results', () => {
    expect(reported(csv('Item;Quantity;Price', '1;20;3.50'))).to.deep.equal([]);
  });

  it('spells names of elements as words', () => {
    expect(['TestResult', 'test_result', 'lot-no'].map(spellName)).to.deep.equal([
      'Test Result',
      'test result',
      'lot no',
    ]);
  });
});
