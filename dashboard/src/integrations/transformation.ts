import { msg } from '@lingui/core/macro';
import { wordFor } from '../i18n/vocabulary.ts';
import type { Mapping } from './mapping.queries.ts';

type Transformation = Mapping['field_mappings'][number]['transformation'];

export const TRANSFORMATIONS = {
  country_code: msg`Country code`,
  trim: msg`Without blanks around`,
  upper: msg`Upper case`,
  lower: msg`Lower case`,
  date: msg`Date`,
  number: msg({ message: 'Number', context: 'transformation' }),
  boolean: msg`Yes or no`,
  lookup: msg`By a table`,
  format: msg`In a text`,
  entity_lookup: msg`Record here by a field`,
  entity_reference: msg`Record here by its key there`,
  json_parse: msg`Read as JSON`,
};

/** A transformation as a form holds it. */
export type TypedTransformation = {
  /** Empty for none. */
  kind: string;
  /** A table as text: a line for each value, `there = here`. */
  table: string;
  pattern: string;
  entity_type: string;
  lookup_field: string;
};

export const NO_TRANSFORMATION: TypedTransformation = {
  kind: '',
  table: '',
  pattern: '',
  entity_type: '',
  lookup_field: '',
};

export const transformationWord = (transformation: Transformation): string =>
  transformation === null
    ? ''
    : wordFor(TRANSFORMATIONS, typeof transformation === 'string' ? transformation : transformation.type);

/** A text that would be read as another value has its quotes. */
const toCell = (value: unknown): string =>
  typeof value === 'string' && readCell(value) === value ? value : JSON.stringify(value);

const readCell = (text: string): string | number | boolean | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : (value as string | number | boolean | null);
  } catch {
    return text;
  }
};

/** Whether each line of a lookup table has both values. */
export const hasWholeTable = ({ kind, table }: TypedTransformation): boolean =>
  kind !== 'lookup' || table.split('\n').every((line) => line.trim() === '' || line.includes('='));

const readTable = (table: string) =>
  Object.fromEntries(
    table
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => {
        const at = line.lastIndexOf('=');
        return [line.slice(0, at).trim(), readCell(line.slice(at + 1).trim())];
      }),
  );

export const toTypedTransformation = (transformation: Transformation): TypedTransformation => {
  if (transformation === null) return NO_TRANSFORMATION;
  if (typeof transformation === 'string') return { ...NO_TRANSFORMATION, kind: transformation };
  const typed = { ...NO_TRANSFORMATION, kind: transformation.type };
  switch (transformation.type) {
    case 'lookup': {
      const lines = Object.entries(transformation.values).map(([there, here]) => `${there} = ${toCell(here)}`);
      return { ...typed, table: lines.join('\n') };
    }
    case 'format':
      return { ...typed, pattern: transformation.pattern };
    case 'entity_lookup':
      return { ...typed, entity_type: transformation.entity_type, lookup_field: transformation.lookup_field };
    case 'entity_reference':
      return { ...typed, entity_type: transformation.entity_type };
    default:
      return typed;
  }
};

/** A typed transformation as the API takes it, which checks its parts. */
export const toTransformation = ({ kind, table, pattern, entity_type, lookup_field }: TypedTransformation) => {
  switch (kind) {
    case '':
      return null;
    case 'lookup':
      return { type: kind, values: readTable(table) };
    case 'format':
      return { type: kind, pattern };
    case 'entity_lookup':
      return { type: kind, entity_type, lookup_field: lookup_field.trim() };
    case 'entity_reference':
      return { type: kind, entity_type };
    case 'json_parse':
      return { type: kind };
    default:
      return kind;
  }
};
