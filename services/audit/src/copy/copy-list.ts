import type { Block, Column } from '@qsc/table-export';
import { heading } from '../report/document-block.ts';
import { type Printing, printField, printValue } from './copy-text.ts';

type List = { title: string; columns: readonly [key: string, title: string, width: number][] };

const RELATED: List['columns'] = [
  ['type', 'Type', 14],
  ['name', 'Name', 40],
  ['id', 'Id', 30],
];

const ACTION: List['columns'] = [
  ['description', 'Action', 40],
  ['status', 'Status', 12],
  ['assigned_to', 'Assigned to', 16],
  ['due_date', 'Due', 10],
  ['original_due_date', 'First due', 10],
  ['completion_date', 'Completed', 10],
  ['completed_by', 'Completed by', 16],
  ['completion_notes', 'Notes', 30],
  ['document_references', 'Evidence', 24],
];

const EVENT: List['columns'] = [
  ['number', 'Number', 14],
  ['title', 'Title', 40],
  ['type', 'Type', 12],
  ['status', 'Status', 14],
  ['classification', 'Classification', 12],
  ['due_date', 'Due', 10],
  ['assigned_to', 'Assigned to', 16],
];

const CERTIFICATE: List['columns'] = [
  ['name', 'Name', 36],
  ['type', 'Type', 8],
  ['status', 'Status', 12],
  ['batch_number', 'Batch', 14],
  ['issue_date', 'Issued', 10],
  ['expiry_date', 'Expires', 10],
];

/** The lists of records that have a table of their own, by where they stand; of others every member is a column. */
const LISTS: Readonly<Record<string, List>> = {
  related_entities: { title: 'What it is about', columns: RELATED },
  corrective_actions: { title: 'Corrective actions', columns: ACTION },
  preventive_actions: { title: 'Preventive actions', columns: ACTION },
  capas: {
    title: 'CAPAs that were opened for it',
    columns: [...EVENT, ['effectiveness_check.outcome', 'Effectiveness', 12]],
  },
  source_event: { title: 'The event that it was opened for', columns: EVENT },
  quality_events: { title: 'Quality events about it', columns: EVENT },
  'extracted_data.test_results': {
    title: 'Test results',
    columns: [
      ['parameter', 'Parameter', 30],
      ['specification', 'Specification', 24],
      ['result', 'Result', 18],
      ['unit', 'Unit', 8],
      ['status', 'Status', 8],
      ['section', 'Section', 16],
      ['sample', 'Sample', 12],
      ['page', 'Page', 6],
    ],
  },
  'extracted_data.overrides': {
    title: 'Corrections of what was read',
    columns: [
      ['path', 'Value', 24],
      ['parameter', 'Parameter', 20],
      ['from', 'As read', 18],
      ['value', 'Corrected', 18],
      ['by', 'By', 16],
      ['at', 'At', 28],
      ['reason', 'Reason', 24],
    ],
  },
  certificates: { title: 'Certificates', columns: CERTIFICATE },
  supersession: { title: 'Certificates before and after it', columns: CERTIFICATE },
  components: {
    title: 'What it supplies',
    columns: [
      ['name', 'Name', 36],
      ['component_code', 'Code', 14],
      ['status', 'Status', 12],
      ['is_primary_supplier', 'Primary supplier', 8],
      ['active_certificates', 'Valid certificates', 10],
      ['last_delivery', 'Last delivery', 10],
    ],
  },
  qualifications: {
    title: 'Qualifications',
    columns: [
      ['previous_status', 'From', 12],
      ['status', 'To', 12],
      ['effective_date', 'Effective', 10],
      ['reason', 'Reason', 30],
      ['conditions', 'Conditions', 24],
      ['document_references', 'Documents', 24],
      ['next_review_date', 'Next review', 10],
      ['changed_by', 'By', 16],
      ['changed_at', 'At', 28],
      ['outcome', 'Outcome', 12],
    ],
  },
  risk_assessments: {
    title: 'Risk assessments',
    columns: [
      ['risk_score', 'Score', 6],
      ['risk_level', 'Level', 8],
      ['factors', 'Factors', 50],
      ['notes', 'Notes', 30],
      ['next_assessment_date', 'Next', 10],
      ['assessed_by', 'By', 16],
      ['assessed_at', 'At', 28],
    ],
  },
  relationships: {
    title: 'Relationships',
    columns: [
      ['type', 'Type', 16],
      ['target_name', 'To', 36],
      ['target_id', 'Id', 30],
      ['attributes', 'Attributes', 40],
    ],
  },
  inbound_relationships: {
    title: 'Relationships of others to it',
    columns: [
      ['type', 'Type', 16],
      ['source_name', 'Of', 36],
      ['source_id', 'Id', 30],
      ['attributes', 'Attributes', 40],
    ],
  },
};

const isId = (key: string): boolean => /(^|_)id$/.test(key);

/** Ids and times do not break over lines. */
const isUnbroken = (key: string): boolean => isId(key) || /(^|_)at$/.test(key);

const readPath = (item: Record<string, unknown>, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], item);

const toList = (name: string, items: readonly Record<string, unknown>[]): List =>
  LISTS[name] ?? {
    title: printField(name),
    columns: [...new Set(items.flatMap((item) => Object.keys(item)))].map((key) => [key, printField(key), 18]),
  };

/** Columns with no value in any row are left out. */
const shownColumns = ({ columns }: List, items: readonly Record<string, unknown>[]): List['columns'] =>
  columns.filter(([key]) =>
    items.some((item) => {
      const value = readPath(item, key);
      return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
    }),
  );

/** The table of a list with its heading; nothing for an empty one. */
export const listBlocks = (name: string, items: readonly Record<string, unknown>[], printing: Printing): Block[] => {
  if (items.length === 0) return [];
  const list = toList(name, items);
  const shown = shownColumns(list, items);
  const columns = shown.map(
    ([key, title, width]): Column => ({ key, title, width, kind: isUnbroken(key) ? 'code' : 'text' }),
  );
  const printCell = (item: Record<string, unknown>, key: string): string => {
    const value = readPath(item, key);
    // An id beside its name is printed as it is.
    return isId(key) && typeof value === 'string' ? value : printValue(value, printing);
  };
  const rows = items.map((item) => Object.fromEntries(shown.map(([key]) => [key, printCell(item, key)])));
  return [heading(list.title), { kind: 'table', columns, rows }];
};
