import { isVisible } from '@qsc/contracts';
import { isObject } from '@qsc/service-kit/pure';
import type { LocalRecord } from '../local/local-record.ts';
import type { FieldMapping, Mapping } from './mapping.ts';
import type { ProblemCode } from './outcome.ts';
import { attributePath, NAME_TARGET, storedValue } from './target.ts';
import { type FindRecord, type Lookup, looksUp, lookupsIn, transform, transformBack } from './transformation.ts';
import { nested, type Values, valueAt } from './values.ts';

export { sameValue, type Values } from './values.ts';
export type { FindRecord, Lookup };

/** Why a value cannot be taken; `field` is the target. */
export type ValueProblem = { field: string; code: ProblemCode; message: string };

type Fields = Readonly<Record<string, unknown>>;

/** The external paths that a mapping reads and writes, each once. */
export const listExternalPaths = ({ field_mappings, bidirectional }: Mapping): string[] => [
  ...new Set([...field_mappings.map(({ source }) => source), ...Object.values(bidirectional?.custom_fields ?? {})]),
];

/** Whether values of a mapping are ids of other records, found by what the external value says. */
export const findsRecords = ({ field_mappings }: Mapping): boolean =>
  field_mappings.some(({ transformation }) => looksUp(transformation));

/** What has to be looked up before these external records can be read, each once. */
export const findLookups = (mapping: Mapping, records: readonly Fields[]): Lookup[] => {
  const found = new Map<string, Lookup>();
  for (const fields of records)
    for (const { source, transformation } of mapping.field_mappings)
      for (const lookup of lookupsIn(transformation, sourceAt(fields, source)))
        found.set(JSON.stringify([lookup.entityType, lookup.field, lookup.value]), lookup);
  return [...found.values()];
};

/**
 * The values of an external record by target. A target whose value cannot be transformed, or is required and not there, is
 * left out and is a problem that names it.
 */
export const readRemote = (
  mapping: Mapping,
  fields: Fields,
  find: FindRecord,
): { values: Values; problems: ValueProblem[] } => {
  const values: [string, unknown][] = [];
  const problems: ValueProblem[] = [];
  for (const field of mapping.field_mappings) {
    const outcome = transform(field.transformation, sourceAt(fields, field.source), find);
    if (!outcome.ok) problems.push({ field: field.target, code: outcome.code, message: outcome.message });
    else if (isMissing(field, outcome.value)) problems.push(missing(field));
    else values.push([field.target, storedValue(field.target, outcome.value)]);
  }
  return { values: Object.fromEntries(values), problems };
};

/** What a mapping makes of one field of an external record. */
export type PreviewedValue = Pick<FieldMapping, 'source' | 'target'> & {
  from: unknown;
  to: unknown;
  problem: string | null;
};

/** The values of an external record field by field, as `readRemote` takes them. */
export const previewRemote = (mapping: Mapping, fields: Fields, find: FindRecord): PreviewedValue[] => {
  const { values, problems } = readRemote(mapping, fields, find);
  return mapping.field_mappings.map(({ source, target }) => ({
    source,
    target,
    from: sourceAt(fields, source),
    to: values[target] ?? null,
    problem: problems.find(({ field }) => field === target)?.message ?? null,
  }));
};

/** What an external record has for these targets where they are sent to, by target; what cannot be read is left out. */
export const readSent = (mapping: Mapping, fields: Fields, targets: readonly string[]): Values => {
  const requested = new Set(targets);
  const sent = mapping.field_mappings.filter(({ target }) => requested.has(target));
  return Object.fromEntries(
    sent.flatMap(({ source, target, transformation }): [string, unknown][] => {
      const outcome = transform(
        transformation,
        sourceAt(fields, toExternalPath(mapping, { source, target })),
        () => null,
      );
      return outcome.ok ? [[target, outcome.value]] : [];
    }),
  );
};

/** The external path that a target is sent to. */
export const toExternalPath = (
  { bidirectional }: Mapping,
  { source, target }: Pick<FieldMapping, 'source' | 'target'>,
): string => {
  const custom = bidirectional?.custom_fields ?? {};
  return Object.hasOwn(custom, target) ? (custom[target] as string) : source;
};

/** The values of a record of the mesh by target. */
export const readLocal = (mapping: Mapping, record: Pick<LocalRecord, 'name' | 'attributes'>): Values =>
  Object.fromEntries(mapping.field_mappings.map(({ target }) => [target, localAt(record, target)]));

/** The values of those targets for the external system, by external path. A value that cannot be sent is a problem of its target. */
export const writeRemote = (
  mapping: Mapping,
  values: Values,
  targets: Iterable<string>,
): { fields: Record<string, unknown>; problems: ValueProblem[] } => {
  const requested = new Set(targets);
  const fields: [string, unknown][] = [];
  const problems: ValueProblem[] = [];
  for (const { source, target, transformation } of mapping.field_mappings) {
    if (!requested.has(target)) continue;
    const outcome = transformBack(transformation, values[target] ?? null);
    if (outcome.ok) fields.push([toExternalPath(mapping, { source, target }), outcome.value]);
    else problems.push({ field: target, code: outcome.code, message: outcome.message });
  }
  return { fields: Object.fromEntries(fields), problems };
};

/**
 * The change that gives a record these values: a name, and a JSON Merge Patch (RFC 7396) of its attributes. `local` are the
 * values that it has: members that the new value of an object lacks are removed, which a merge would leave.
 */
export const toLocalPatch = (
  values: Values,
  local: Values = {},
): { name?: string; attributes: Record<string, unknown> } => {
  const changes = Object.entries(values).flatMap(([target, value]): [string, unknown][] => {
    const path = attributePath(target);
    return path === null ? [] : [[path, replacing(local[target], value ?? null)]];
  });
  const name = values[NAME_TARGET];
  return { ...(typeof name === 'string' ? { name } : {}), attributes: nested(changes) };
};

/** The name and the attributes of a record that is made with these values; `name` is empty where nothing is mapped to it. */
export const toLocalContent = (values: Values): { name: string; attributes: Record<string, unknown> } => {
  const { name = '', attributes } = toLocalPatch(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  );
  return { name, attributes };
};

// Some systems have dots in the names of their fields.
const sourceAt = (fields: Fields, source: string): unknown =>
  Object.hasOwn(fields, source) ? (fields[source] ?? null) : valueAt(fields, source);

const localAt = ({ name, attributes }: Pick<LocalRecord, 'name' | 'attributes'>, target: string): unknown => {
  const path = attributePath(target);
  return path === null ? name : valueAt(attributes, path);
};

const isMissing = ({ target, required }: FieldMapping, value: unknown): boolean => {
  const empty = value === null || (typeof value === 'string' && !isVisible(value));
  if (target !== NAME_TARGET) return required && empty;
  return empty || typeof value !== 'string';
};

const missing = ({ target, source }: FieldMapping): ValueProblem => ({
  field: target,
  code: 'required',
  message: `${source} has no value that ${target} could have.`,
});

const replacing = (before: unknown, after: unknown): unknown => {
  if (!isObject(before) || !isObject(after)) return after;
  const present = Object.entries(after).map(([name, value]) => [
    name,
    replacing(Object.hasOwn(before, name) ? before[name] : null, value),
  ]);
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return Object.fromEntries([...present, ...gone.map((name) => [name, null])]);
};
