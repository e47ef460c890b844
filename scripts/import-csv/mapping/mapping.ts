import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { UsageError } from '../import-error.ts';
import { columnsIn, type EventRule } from './event-rule.schema.ts';
import { type EntityRule, Mapping } from './mapping.schema.ts';

const BUILT_IN = join(import.meta.dirname, '..', 'mappings');

/** The names of the mappings that come with the importer. */
export const builtInNames = (): string[] =>
  globSync('*.json', { cwd: BUILT_IN })
    .map((file) => basename(file, '.json'))
    .sort();

/** Reads a mapping: a built-in one by name, else a JSON file. Throws `UsageError` that names every fault. */
export const loadMapping = (nameOrFile: string): Mapping => {
  if (builtInNames().includes(nameOrFile))
    return parseMapping(readFileSync(join(BUILT_IN, `${nameOrFile}.json`), 'utf8'), nameOrFile);
  if (existsSync(nameOrFile)) return parseMapping(readFileSync(nameOrFile, 'utf8'), nameOrFile);
  throw new UsageError(
    `There is no mapping "${nameOrFile}": no file, and none of the built-in ${builtInNames().join(', ')}.`,
  );
};

/** The built-in mapping whose columns are all there; the columns depend on what stands between the cells. Throws `UsageError` when none fits. */
export const findMapping = (columnsBy: (delimiter: string) => readonly string[]): Mapping => {
  const fitting = builtInNames()
    .map(loadMapping)
    .find((mapping) => missingColumns(mapping, columnsBy(mapping.delimiter)).length === 0);
  if (fitting) return fitting;
  throw new UsageError(
    `No built-in mapping (${builtInNames().join(', ')}) fits the columns of this file. Give one with --mapping FILE.json.`,
  );
};

/** Throws `UsageError` when the file lacks a column that the mapping names. */
export const requireColumns = (mapping: Mapping, header: readonly string[]): void => {
  const missing = missingColumns(mapping, header);
  if (missing.length === 0) return;
  const has = header.join(', ');
  throw new UsageError(
    `The mapping "${mapping.name}" needs columns that the file lacks: ${missing.join(', ')}. It has: ${has}.`,
  );
};

/** The columns of the file that the mapping leaves out. */
export const unusedColumns = (mapping: Mapping, header: readonly string[]): string[] => {
  const used = new Set(allColumns(mapping));
  return header.filter((column) => !used.has(column));
};

const missingColumns = (mapping: Mapping, header: readonly string[]): string[] => {
  const needed = new Set(allColumns(mapping));
  return [...needed].filter((column) => !header.includes(column));
};

const listColumns = ({ key, name, attributes }: EntityRule): string[] => [
  ...key.columns,
  name,
  ...Object.values(attributes).flatMap((rule) => ('column' in rule ? rule.column : (rule.when?.column ?? []))),
];

const columnsOfEvent = ({ key, title, description, classification }: EventRule): string[] => [
  ...key.columns,
  ...columnsIn(title),
  ...columnsIn(description),
  classification.column,
];

const allColumns = ({ entities, events }: Mapping): string[] => [
  ...entities.flatMap(listColumns),
  ...events.flatMap(columnsOfEvent),
];

const parseMapping = (text: string, source: string): Mapping => {
  const parsed = Mapping.safeParse(parseJson(text, source));
  if (parsed.success) return parsed.data;
  throw new UsageError(`The mapping "${source}" cannot be used.\n${parsed.error.issues.map(findFault).join('\n')}`);
};

const findFault = ({ path, message }: z.core.$ZodIssue): string => `  ${path.join(' > ') || 'mapping'}: ${message}`;

const parseJson = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The mapping "${source}" is no JSON. ${(error as Error).message}`);
  }
};
