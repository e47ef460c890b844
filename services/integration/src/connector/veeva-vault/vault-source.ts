import type { RemoteRecord, Source } from '../connector.ts';
import { condition, contains, fieldName, objectName, type Statement, selectable } from './vql.ts';

/** The query target of documents; every other object is a Vault object. */
export const DOCUMENTS = 'documents';

const API_NAME = /__[a-z]{1,4}$/;

export const isDocuments = ({ object }: Pick<Source, 'object'>): boolean => object === DOCUMENTS;

/** The field with the time of the last change. */
export const getChangeField = (source: Source): string =>
  source.changeField ?? (isDocuments(source) ? 'version_modified_date__v' : 'modified_date__v');

/** A unique field of an object that contains our id, so that a repeated creation finds the record. Documents are not created. */
export const REFERENCE = 'external_id__v';

const readsReference = (source: Source): boolean => source.references === true && !isDocuments(source);

/** The part of a query that is the same for every page of a source. */
export const toSelection = (source: Source): Pick<Statement, 'select' | 'from' | 'where' | 'pageSize'> => ({
  select: [
    ...['id', selectable(getChangeField(source)), ...source.fields.map(selectable)],
    ...(readsReference(source) ? [REFERENCE] : []),
  ],
  from: objectName(source.object),
  where: [...typeConditions(source), ...source.filters.map(condition)],
  pageSize: source.pageSize,
});

/** Types are named by their label, or by their API name such as `certificate__c`. */
const typeConditions = (source: Source): string[] => {
  const { documentTypes } = source;
  if (documentTypes.length === 0) return [];
  if (!isDocuments(source)) return [contains('object_type__vr.api_name__v', documentTypes)];
  const names = documentTypes.filter((type) => API_NAME.test(type));
  const labels = documentTypes.filter((type) => !API_NAME.test(type));
  const conditions = [
    ...(names.length > 0 ? [contains('TONAME(type__v)', names)] : []),
    ...(labels.length > 0 ? [contains('type__v', labels)] : []),
  ];
  return [conditions.length > 1 ? `(${conditions.join(' OR ')})` : (conditions[0] ?? '')];
};

/** A row of a query as a record. Vault flattens relationships into dotted names; here they are objects again. */
export const toRecord = (source: Source, row: Readonly<Record<string, unknown>>): RemoteRecord => {
  const changed = row[getChangeField(source)];
  const at = typeof changed === 'string' ? new Date(changed) : null;
  const reference = readsReference(source) ? row[REFERENCE] : null;
  return {
    externalId: String(row.id),
    modifiedAt: at && !Number.isNaN(at.getTime()) ? at.toISOString() : null,
    etag: null,
    deleted: false,
    ...(typeof reference === 'string' ? { reference } : {}),
    fields: toFields(source, row),
  };
};

const toFields = (source: Source, row: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  for (const path of source.fields) {
    const [first = path, ...rest] = path.split('.');
    if (rest.length === 0) fields[path] = row[fieldName(path)] ?? null;
    else fields[first] = placed(fields[first], rest, row[path] ?? nested(row[first], rest));
  }
  return fields;
};

const placed = (into: unknown, path: readonly string[], value: unknown): Record<string, unknown> => {
  const [first = '', ...rest] = path;
  const object = { ...(into as Record<string, unknown> | undefined) };
  object[first] = rest.length === 0 ? (value ?? null) : placed(object[first], rest, value);
  return object;
};

const nested = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], value);
