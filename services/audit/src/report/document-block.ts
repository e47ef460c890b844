import type { Block, Column, Row } from '@qsc/table-export';
import type { Finding } from './finding.ts';

/** A paragraph. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

/** A heading; the first level begins a section. */
export const heading = (text: string, level: 1 | 2 = 2): Block => ({ kind: 'heading', text, level });

/** Findings with the entries and records of each. */
export const findingBlocks = (title: string, none: string, found: readonly Finding[]): Block[] => [
  heading(title),
  ...(found.length === 0 ? [paragraph(none)] : []),
  ...found.flatMap(({ code, message, total, entry_ids, record_ids }): Block[] => [
    paragraph(`${code}: ${message} Total: ${total}.`),
    ...(entry_ids.length > 0 ? [paragraph(`Entries (${entry_ids.length} shown): ${entry_ids.join(', ')}`)] : []),
    ...(record_ids.length > 0 ? [paragraph(`Records (${record_ids.length} shown): ${record_ids.join(', ')}`)] : []),
  ]),
];

/** Labels and their values. */
export const toAuditFacts = (counts: Record<string, string | number>): Block => ({
  kind: 'facts',
  facts: Object.entries(counts).map(([label, fact]) => [label, String(fact)]),
});

/** A table under its heading, with how many of all its rows are listed; nothing where there are none. */
export const listBlocks = (
  title: string,
  total: number,
  { columns, rows }: { columns: readonly Column[]; rows: readonly Row[] },
): Block[] =>
  total === 0
    ? []
    : [heading(title), paragraph(`${rows.length} of ${total} are listed.`), { kind: 'table', columns, rows }];
