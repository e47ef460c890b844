import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { Shape } from './metadata.ts';
import type { Protocol } from './property.ts';
import { readValue } from './value.ts';

/** A record of an answer. */
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a record in our form, without what the protocol adds. Entities that were not expanded are left out. */
export const toFields = (protocol: Protocol, shape: Shape | null, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name, value]) => !name.includes('@') && name !== '__metadata' && !isDeferred(value))
      .map(([name, value]) => [name, toField(protocol, shape, { name, value })]),
  );

const isDeferred = (value: unknown): boolean => isRow(value) && isRow(value.__deferred);

const toField = (protocol: Protocol, shape: Shape | null, field: { name: string; value: unknown }): unknown => {
  const { name } = field;
  const value = isRow(field.value) && Array.isArray(field.value.results) ? field.value.results : field.value;
  const nested = shape?.nested.get(name)?.shape() ?? null;
  if (isRow(value)) return toFields(protocol, nested, value);
  if (Array.isArray(value)) return value.map((one) => (isRow(one) ? toFields(protocol, nested, one) : one));
  const property = shape?.properties.get(name);
  return property ? readValue(protocol, property, value) : value;
};

/** The version that a write of the record has to name, as the bytes of a header; null where the service gives none. */
export const toEtag = (protocol: Protocol, row: Row): string | null => {
  const metadata = isRow(row.__metadata) ? row.__metadata : {};
  const etag = protocol === 'v4' ? (row['@odata.etag'] ?? row['@etag']) : metadata.etag;
  return typeof etag === 'string' ? inHeader(etag) : null;
};

/** Whether a list of a record came in part. */
export const isInPart = (protocol: Protocol, row: Row, name: string): boolean => {
  const value = row[name];
  if (protocol === 'v2') return isRow(value) && typeof value.__next === 'string';
  return [`${name}@odata.nextLink`, `${name}@nextLink`].some((link) => typeof row[link] === 'string');
};

/**
 * The header that requires that version (`*`: any). A version is its bytes as a header holds them, one character for each. Throws
 * `VALIDATION_ERROR` for one that no header can hold.
 */
export const ifMatch = (etag: string | null): Record<string, string> => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u0008\u000a-\u001f\u007f]/.test(etag ?? '')) return { 'if-match': etag ?? '*' };
  throw new RemoteRefusal('VALIDATION_ERROR', 'The version tag that the record has there cannot be sent back.');
};

/** A text of JSON as the bytes of a header. */
export const inHeader = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The bytes of a header as a text of JSON. */
export const inJson = (etag: string): string => Buffer.from(etag, 'latin1').toString('utf8');
