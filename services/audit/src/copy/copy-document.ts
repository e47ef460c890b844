import type { Block, Fact, PagedReport } from '@qsc/table-export';
import { heading, paragraph } from '../report/document-block.ts';
import { contentBlocks } from './content-section.ts';
import { listBlocks } from './copy-list.ts';
import { type Printing, printField, printInstant, printValue } from './copy-text.ts';
import { approvalBlocks, attachmentBlocks, signatureBlocks, trailBlocks, workflowBlocks } from './evidence-section.ts';
import type { CopiedRecordStatement, CopyStatement } from './record-copy.ts';

const toTitle = ({ number, title }: { number: string | null; title: string }): string =>
  [number, title].filter(Boolean).join(' ');

const toFacts = (
  { id, type, number, content, content_hash }: CopiedRecordStatement,
  printing: Printing,
): readonly Fact[] => [
  ['Record', id],
  ['Type', content.type === type ? printField(type) : `${printField(type)} (${content.type})`],
  ...(number === null ? [] : [['Number', number] as const]),
  ...('status' in content ? [['Status', printValue(content.status, printing)] as const] : []),
  ['Version', printValue(content.version, printing)],
  ['Created', `${printInstant(content.created_at, printing)} by ${printValue(content.created_by, printing)}`],
  ['Last changed', printInstant(content.updated_at, printing)],
  ['SHA-256 of content', content_hash],
];

const recordBlocks = (
  record: CopiedRecordStatement,
  { isOnly, ...printing }: Printing & { isOnly: boolean },
): Block[] => [
  { kind: 'heading', text: toTitle(record), level: 1, beginsPage: !isOnly },
  { kind: 'facts', facts: toFacts(record, printing) },
  ...contentBlocks(record, printing),
  ...Object.entries(record.parts).flatMap(([name, items]) => listBlocks(name, items, printing)),
  ...(record.omitted.length === 0
    ? []
    : [paragraph(`Not shown, since the caller may not read it: ${record.omitted.map(printField).join(', ')}.`)]),
  ...attachmentBlocks(record),
  ...workflowBlocks(record, printing),
  ...approvalBlocks(record, printing),
  ...signatureBlocks(record, printing),
  ...trailBlocks(record, printing),
];

const nameBlocks = (names: CopyStatement['names']): Block[] => [
  heading('Names and ids', 1),
  {
    kind: 'table',
    columns: [
      { key: 'name', title: 'Name', kind: 'text', width: 60 },
      { key: 'id', title: 'Id', kind: 'text', width: 40 },
    ],
    rows: Object.entries(names)
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  },
];

/** The copy as pages: contents, each record on pages of its own, and the ids of the names. */
export const toDocument = (copy: CopyStatement): PagedReport => {
  const printing = { zone: copy.time_zone, names: new Map(Object.entries(copy.names)) };
  const [only, ...more] = copy.contents;
  const isOnly = only !== undefined && more.length === 0;
  const { made_by: by, chain } = copy;
  return {
    title: isOnly ? `Copy of record ${toTitle(only)}` : `Copies of ${copy.contents.length} records`,
    organisation: copy.organization.name,
    madeAt: new Date(copy.made_at),
    madeBy: by.role === null ? by.name : `${by.name} (${by.role})`,
    zone: copy.time_zone,
    facts: [
      ['Time zone', `All times are in ${copy.time_zone}, with the offset from UTC.`],
      ['Audit log', `As it was at entry no. ${chain.last_sequence}, hash ${chain.last_hash}`],
      ['Complete', 'Content, linked records, attachments, workflow, approvals, signatures and audit trail.'],
    ],
    blocks: [
      ...(isOnly ? [] : [heading('Contents'), { kind: 'contents' } as const]),
      ...copy.records.flatMap((record) => recordBlocks(record, { ...printing, isOnly })),
      ...nameBlocks(copy.names),
    ],
  };
};
