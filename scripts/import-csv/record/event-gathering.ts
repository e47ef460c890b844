import type { Row } from '../file/table.ts';
import { type EventRule, fillTemplate } from '../mapping/event-rule.schema.ts';
import type { Mapping } from '../mapping/mapping.schema.ts';
import type { ReportLine } from '../report.ts';
import { cellText, readCell } from './cell.ts';
import type { Draft } from './draft.ts';
import { sourceKey } from './source-key.ts';

/** A quality event as the whole file tells it. */
export type WantedEvent = {
  rule: EventRule;
  title: string;
  description: string;
  classification: string;
  /** The keys of the entities that it is about, by kind. */
  about: Map<string, string[]>;
  /** The line of the first row that tells of it. */
  line: number;
};

type Fault = Pick<ReportLine, 'field' | 'message'>;

const TITLE_LENGTH = 500;

const toText = ({ cells }: Row, template: string): string =>
  fillTemplate(template, (column) => cellText(cells.get(column), []));

const getTitle = (row: Row, template: string): string => {
  const line = toText(row, template).replaceAll(/\s+/g, ' ').trim();
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).toWellFormed()}…`;
};

const listParts = ({ key }: EventRule, { cells }: Row): string[] =>
  key.columns.map((column: string) => cellText(cells.get(column), []));

const findFaults = (rule: EventRule, row: Row): Fault[] => {
  const parts = listParts(rule, row);
  const blank = rule.key.columns.filter((_column: string, index: number) => parts[index] === '');
  const classification = readCell(row.cells.get(rule.classification.column), {
    ...rule.classification,
    required: true,
  });
  return [
    ...blank.map((field: string) => ({ field, message: 'The cell is blank, and it identifies the event.' })),
    ...('fault' in classification ? [{ field: rule.classification.column, message: classification.fault }] : []),
  ];
};

const newEvent = (rule: EventRule, row: Row): WantedEvent => {
  const classification = readCell(row.cells.get(rule.classification.column), rule.classification);
  return {
    rule,
    title: getTitle(row, rule.title),
    description: toText(row, rule.description),
    classification: 'value' in classification ? String(classification.value) : '',
    about: new Map(rule.about.map((kind) => [kind, []])),
    line: row.line,
  };
};

/** Brings together what the rows say of quality events, in the order of their first rows. */
export const makeEventGathering = ({ name, events }: Pick<Mapping, 'name' | 'events'>) => {
  const known = new Map<string, WantedEvent>();
  return {
    /** Every fault that keeps a row's events from being imported. */
    findFaults: (row: Row): Fault[] => events.flatMap((rule) => findFaults(rule, row)),
    add(row: Row, drafts: readonly Draft[]): void {
      for (const rule of events) {
        const key = sourceKey(name, rule, listParts(rule, row));
        const event = known.get(key) ?? newEvent(rule, row);
        known.set(key, event);
        for (const draft of drafts) {
          const keys = event.about.get(draft.rule.id);
          if (keys && !keys.includes(draft.key)) keys.push(draft.key);
        }
      }
    },
    gathered: (): Map<string, WantedEvent[]> =>
      new Map(events.map(({ id }) => [id, [...known.values()].filter(({ rule }) => rule.id === id)])),
  };
};
