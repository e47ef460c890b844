import type { Block, Column } from '@qsc/table-export';
import { heading, paragraph } from '../report/document-block.ts';
import { listBlocks } from './copy-list.ts';
import { isTable, listValues, type Printing, printField, printInstant, printValue } from './copy-text.ts';
import type { ChangedField, CopiedRecordStatement } from './record-copy.ts';

/** Fields that stand above the content, and places in a document that say nothing on paper. */
const NOT_LISTED = /^(id|type|number|title|name|status|version|created_at|created_by|updated_at)$|field_places/;

const CONTENT: readonly Column[] = [
  { key: 'field', title: 'Field', kind: 'text', width: 26 },
  { key: 'value', title: 'Value', kind: 'text', width: 100 },
];

const MARK = '▲';

const toPath = (field: string): string => field.replace(/^attributes\./, '');

const printChange = (change: ChangedField, printing: Printing): string => {
  const { first_value, changes, last_changed_at, last_changed_by, last_reason } = change;
  const times = changes === 1 ? 'Changed once' : `Changed ${changes} times`;
  const reason = last_reason === null ? '' : ` Reason: ${last_reason}`;
  return `${MARK} ${times}. First: ${printValue(first_value, printing)}. Last: ${printInstant(last_changed_at, printing)} by ${last_changed_by}.${reason}`;
};

/** The changes of a value: of itself, or of a list, its members. */
const changesOf = (path: string, changed: readonly ChangedField[]): ChangedField[] =>
  changed.filter(({ field }) => {
    const [known, shown] = [toPath(field), toPath(path)];
    return known === shown || known.startsWith(`${shown}.`);
  });

/** What the record says: its values with the marks of changes, and its lists. */
export const contentBlocks = (record: CopiedRecordStatement, printing: Printing): Block[] => {
  const { content, changed_fields: changed } = record;
  const values = listValues(content).filter(([path]) => !NOT_LISTED.test(path));
  const tables = values.flatMap(([path, value]) => (isTable(value) ? [{ path, value }] : []));
  const single = values.filter(([, value]) => !isTable(value));
  const toRow = (path: string, value: unknown) => {
    const changes = changesOf(path, changed);
    const marks = changes.map((change) => printChange(change, printing));
    return { field: printField(path), value: [printValue(value, printing), ...marks].join('\n') };
  };
  const above = Object.entries(content).filter(([path]) => ['title', 'name'].includes(path));
  const shown = [...above, ...single];
  const known = new Set([...shown, ...values].flatMap(([path]) => changesOf(path, changed)));
  const further = changed.filter((change) => !known.has(change));
  const ofLists = tables.flatMap(({ path }) => changesOf(path, changed));
  return [
    heading('Content'),
    paragraph(`${MARK} marks each value that was changed since it was first entered (EU GMP Annex 11, 8.2).`),
    { kind: 'table', columns: CONTENT, rows: shown.map(([path, value]) => toRow(path, value)) },
    ...tables.flatMap(({ path, value }) => listBlocks(path, value, printing)),
    ...[...ofLists, ...further].flatMap((change): Block[] => [
      paragraph(`${printField(change.field)}: ${printChange(change, printing)}`),
    ]),
  ];
};
