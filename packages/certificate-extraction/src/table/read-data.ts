import type { XmlElement } from '../document/data/xml-element.ts';
import type { TableDocument } from '../document/read-document.ts';
import { toKind } from './cell/cell-kind.ts';
import { areResultNames, type DataRows, spellName, tableOfData } from './data-table.ts';
import { readHeadWord } from './head/word.ts';
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

const readResultsIn = (data: DataRows): FoundResult[] =>
  readResults(tableOfData(data)).rows.flatMap(({ results }) => results);

/** The names of the columns with those of a second line, where it names none of the tests but parts of what stands above. */
const withSecondLine = (names: readonly string[], rows: readonly (readonly string[])[]): DataRows => {
  const [second = [], ...body] = rows;
  const isTest = (at: number): boolean => readHeadWord(spellName(names[at] ?? ''))?.role === 'parameter';
  const parts = second.flatMap((text, at) => (isFilled(text) ? [{ text, at }] : []));
  const isHead =
    parts.length > 0 && parts.every(({ text, at }) => !isTest(at) && !/\d/.test(text) && toKind(text) === 'text');
  const isNamed = parts.some(({ text, at }) => readHeadWord(spellName(text))?.strict === true || !isFilled(names[at]));
  if (!isHead || !isNamed) return { names, rows };
  let group = '';
  const whole = names.map((name, at) => {
    group = isFilled(name) ? name : group;
    const part = second[at] ?? '';
    if (!isFilled(part)) return name;
    return readHeadWord(spellName(part))?.strict ? part : `${group} ${part}`;
  });
  return { names: whole, rows: body };
};

const readCsv = (rows: readonly (readonly string[])[]): ReadData => {
  const heads = rows.flatMap((row, at) => (areResultNames(row) ? [at] : []));
  const results = heads.flatMap((at, index) => {
    const names = rows[at] ?? [];
    return readResultsIn(withSecondLine(names, rows.slice(at + 1, heads[index + 1])));
  });
  const [first] = heads;
  const before = rows.slice(0, first).flatMap(labelsOfRow);
  return {
    results,
    labels: [...before, ...(first === undefined ? [] : labelsOfBatch(rows[first] ?? [], rows[first + 1]))],
  };
};

const readAttributes = ({ attributes }: XmlElement): Labelled[] =>
  Object.entries(attributes).map(([label, value]) => ({ label: label.replace(/^@_?/, ''), value }));

const readValues = (element: XmlElement): Labelled[] => [
  ...readAttributes(element),
  ...element.children
    .filter(({ children }) => children.length === 0)
    .map(({ name, text, attributes }) => ({ label: name, value: text || (attributes.value ?? '') })),
];

/** What stands inside the values of a record: the ends of a limit, a unit; each with the name of the value before its own. */
const readInner = (element: XmlElement): Labelled[] =>
  element.children.flatMap((child) =>
    [
      ...readAttributes(child).filter(({ label }) => label !== 'value'),
      ...readValues({ ...child, attributes: {} }),
    ].map(({ label, value }) => ({ label: label === 'unit' ? label : `${child.name} ${label}`, value })),
  );

/** The values of a record without a second unit; labels that repeat are counted. */
const readRecord = (element: XmlElement): Labelled[] => {
  const values = [...readValues(element), ...readInner(element)].filter(({ value }) => isFilled(value));
  const counts = new Map<string, number>();
  return values.flatMap(({ label, value }) => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    if (count > 1 && label === 'unit') return [];
    return [{ label: count > 1 ? `${label} ${count}` : label, value }];
  });
};

const isResult = (element: XmlElement): boolean => areResultNames(readValues(element).map(({ label }) => label));

const collect = (element: XmlElement, found: { records: Labelled[][]; labels: Labelled[] }): void => {
  if (isResult(element)) {
    found.records.push(readRecord(element));
    return;
  }
  for (const labelled of readValues(element)) if (isFilled(labelled.value)) found.labels.push(labelled);
  for (const child of element.children)
    if (child.children.length > 0 || Object.keys(child.attributes).length > 0) collect(child, found);
};

const readRows = (records: readonly Labelled[][]): DataRows => {
  const names = [...new Set(records.flatMap((record) => record.map(({ label }) => label)))];
  const rows = records.map((record) => names.map((name) => record.find(({ label }) => label === name)?.value ?? ''));
  return { names, rows };
};

const readXml = (root: XmlElement): ReadData => {
  const found = { records: [] as Labelled[][], labels: [] as Labelled[] };
  collect(root, found);
  const labels = found.labels.map(({ label, value }) => ({ label: spellName(label), value }));
  return { results: found.records.length === 0 ? [] : readResultsIn(readRows(found.records)), labels };
};

/** Reads a certificate that is data: rows of a CSV file, elements and attributes of an XML document. */
export const readData = (document: TableDocument): ReadData =>
  document.format === 'csv' ? readCsv(document.rows) : readXml(document.root);
