import { isDeepStrictEqual } from 'node:util';
import type { EntityRule } from '../mapping/mapping.schema.ts';
import type { ReportLine } from '../report.ts';
import { shown } from './cell.ts';
import type { Draft } from './draft.ts';
import type { Growing } from './wanted.ts';

/** Why a row cannot stand beside an earlier one: where each row is an entity, a later one may repeat it, not say otherwise. */
export const findClashes = (draft: Draft, earlier: Growing | undefined): Pick<ReportLine, 'field' | 'message'>[] => {
  if (!earlier || draft.rule.rows === 'many') return [];
  const clash = (field: string, there: unknown, here: unknown) => ({
    field,
    message: `The row on line ${earlier.lines[0]} tells of the same record and says ${said(there)}; this row says ${said(here)}.`,
  });
  if (draft.name !== earlier.name) return [clash(draft.rule.name, earlier.name, draft.name)];
  if (!isDeepStrictEqual(draft.links, earlier.links)) return [elsewhere(draft.rule, earlier)];
  const path = [...new Set([...draft.values.keys(), ...earlier.values.keys()])].find(
    (one) => !isDeepStrictEqual(draft.values.get(one), earlier.values.get(one)),
  );
  return path === undefined ? [] : [clash(toField(draft.rule, path), earlier.values.get(path), draft.values.get(path))];
};

/** What of a row is left out, where an earlier row of the same entity says otherwise. */
export const overruled = (draft: Draft, earlier: Growing, line: number): ReportLine[] =>
  [...draft.values]
    .filter(([path, value]) => !isDeepStrictEqual(earlier.values.get(path), value))
    .map(([path, value]) => ({
      line,
      outcome: 'note',
      field: toField(draft.rule, path),
      message: `${said(value)} is left out, since an earlier row of the same record says ${said(earlier.values.get(path))}.`,
    }));

const elsewhere = ({ key }: EntityRule, { lines }: Growing) => ({
  field: key.columns.join(', '),
  message: `The row on line ${lines[0]} tells of the same record and relates it to another one.`,
});

const said = (value: unknown): string => (value === undefined ? 'nothing' : shown(String(value)));

const toField = (rule: EntityRule, path: string): string => {
  const attribute = rule.attributes[path];
  return attribute && 'column' in attribute ? attribute.column : path;
};
