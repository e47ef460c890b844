import type { XmlElement } from '../document/data/xml-element.ts';
import type { TableDocument } from '../document/read-document.ts';
import { areResultNames, type DataRows, spellName, tableOfData } from './data-table.ts';
import type { FoundResult } from './result/found-result.ts';
import { readResults } from './result/table-result.ts';

/** A value with its name, outside of the rows of results. */
type Labelled = { label: string; value: string };

/** What data says: the results, and everything else as labels with values. */
type ReadData = { results: FoundResult[]; labels: Labelled[] };

const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const labelsOfRow = (row: readonly string[]): Labelled[] => {
  const [label, value] = row.filter(isFilled);
  return label !== undefined && value !== undefined ? [{ label: label.replace(/\s*:$/, ''), value }] : [];
};

/** The columns of a row that belong to the batch and not to its tests, as labels. */
const labelsOfBatch = (names: readonly string[], row: readonly string[] | undefined): Labelled[] =>
  names.flatMap((name, at) => {
    const value = row?.[at];
    return isFilled(value) ? [{ label: spellName(name), value }] : [];
  });

const readCsv = (rows: readonly (readonly string[])[]): ReadData => {
  const heads = rows.flatMap((row, at) => (areResultNames(row) ? [at] : []));
  const results = heads.flatMap((at, index) => {
    const names = rows[at] ?? [];
    return readResults(tableOfData({ names, rows: rows.slice(at + 1, heads[index + 1]) })).results;
  });
  const [first] = heads;
  const before = rows.slice(0, first).flatMap(labelsOfRow);
  return {
    results,
    labels: [...before, ...(first === undefined ? [] : labelsOfBatch(rows[first] ?? [], rows[first + 1]))],
  };
};

const valuesOf = (element: XmlElement): Labelled[] => [
  ...Object.entries(element.attributes).map(([label, value]) => ({ label: label.replace(/^@_?/, ''), value })),
  ...element.children
    .filter(({ children }) => children.length === 0)
    .map(({ name, text, attributes }) => ({ label: name, value: text || (attributes.value ?? '') })),
];

const unitLabels = (element: XmlElement): Labelled[] =>
  element.children.flatMap(({ attributes }) =>
    isFilled(attributes.unit) ? [{ label: 'unit', value: attributes.unit }] : [],
  );

const isResult = (element: XmlElement): boolean => areResultNames(valuesOf(element).map(({ label }) => label));

const collect = (element: XmlElement, found: { records: Labelled[][]; labels: Labelled[] }): void => {
  if (isResult(element)) {
    found.records.push([...valuesOf(element), ...unitLabels(element).slice(0, 1)]);
    return;
  }
  for (const labelled of valuesOf(element)) if (isFilled(labelled.value)) found.labels.push(labelled);
  for (const child of element.children)
    if (child.children.length > 0 || Object.keys(child.attributes).length > 0) collect(child, found);
};

const rowsOf = (records: readonly Labelled[][]): DataRows => {
  const names = [...new Set(records.flatMap((record) => record.map(({ label }) => label)))];
  const rows = records.map((record) =>
    names.map((name) => record.find(({ label, value }) => label === name && isFilled(value))?.value ?? ''),
  );
  return { names, rows };
};

const readXml = (root: XmlElement): ReadData => {
  const found = { records: [] as Labelled[][], labels: [] as Labelled[] };
  collect(root, found);
  const labels = found.labels.map(({ label, value }) => ({ label: spellName(label), value }));
  return { results: found.records.length === 0 ? [] : readResults(tableOfData(rowsOf(found.records))).results, labels };
};

/** Reads a certificate that is data: rows of a CSV file, elements and attributes of an XML document. */
export const readData = (document: TableDocument): ReadData =>
  document.format === 'csv' ? readCsv(document.rows) : readXml(document.root);
