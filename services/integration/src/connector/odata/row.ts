import type { Shape } from './metadata.ts';
import type { Protocol } from './property.ts';
import { readValue } from './value.ts';

/** A record as it stands in an answer. */
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a record in our form, without what the protocol adds. Entities that were not expanded are left out. */
export const fieldsOf = (protocol: Protocol, shape: Shape | null, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => !name.includes('@') && name !== '__metadata' && !isDeferred(value))
      .map(([name, value]) => [name, fieldOf(protocol, shape, { name, value })]),
  );

const isDeferred = (value: unknown): boolean => isRow(value) && isRow(value.__deferred);

const fieldOf = (protocol: Protocol, shape: Shape | null, field: { name: string; value: unknown }): unknown => {
  const { name } = field;
  const value = isRow(field.value) && Array.isArray(field.value.results) ? field.value.results : field.value;
  const nested = shape?.nested.get(name)?.shape() ?? null;
  if (isRow(value)) return fieldsOf(protocol, nested, value);
  if (Array.isArray(value)) return value.map((one) => (isRow(one) ? fieldsOf(protocol, nested, one) : one));
  const property = shape?.properties.get(name);
  return property ? readValue(protocol, property, value) : value;
};

/** The version that a write of the record has to name; null where the service gives none. */
export const etagOf = (protocol: Protocol, row: Row): string | null => {
  const metadata = isRow(row.__metadata) ? row.__metadata : {};
  const etag = protocol === 'v4' ? (row['@odata.etag'] ?? row['@etag']) : metadata.etag;
  return typeof etag === 'string' ? etag : null;
};
