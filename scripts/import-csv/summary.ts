import { countRejected, type ReportLine } from './report.ts';
import type { Counts } from './upload/counts.ts';

/** What the last lines tell. */
export type Outcome = {
  rows: number;
  recoded: number;
  report: readonly ReportLine[];
  reportPath: string;
  /** How many entities of each kind the file tells of. */
  found: ReadonlyMap<string, number>;
  /** Null for a dry run. */
  counts: Counts | null;
};

/** The counts of an import, as lines. */
export const describe = ({ rows, recoded, found, report, reportPath, counts }: Outcome): string => {
  const duplicates = report.filter(({ outcome }) => outcome === 'duplicate').length;
  return [
    line('rows', { read: rows, duplicate: duplicates, 'with Windows-1252 bytes': recoded }),
    ...(counts ? doneLines(counts) : [...found].map(([kind, count]) => line(kind, { 'in the file': count }))),
    line('rejected', { rows: countRejected(report) }),
    `${'report'.padEnd(14)}${reportPath}`,
  ].join('\n');
};

const doneLines = ({ kinds, relationships }: Counts): string[] => [
  ...[...kinds].map(([kind, one]) => line(kind, one)),
  line('relationships', relationships),
];

const line = (name: string, counts: Record<string, number>): string =>
  `${name.padEnd(14)}${Object.entries(counts)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ')}`;
