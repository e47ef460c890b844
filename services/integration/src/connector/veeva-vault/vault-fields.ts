import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteContext, RemoteField, RemoteWrite, Source } from '../connector.ts';
import { apiUrl } from './vault-address.ts';
import { readVault } from './vault-answer.ts';
import { VAULT_TIMEOUT_MS } from './vault-query.ts';
import { isDocuments } from './vault-source.ts';
import { fieldName, objectName } from './vql.ts';

/** What Vault's metadata says of a field. */
export type VaultField = { type: string; label: string | null; required: boolean; maxLength: number | null };

export type VaultFields = ReadonlyMap<string, VaultField>;

/** The functions by which a query gives more than the first 250 characters of a field. */
const WHOLE: Readonly<Record<string, string>> = { LongText: 'LONGTEXT', RichText: 'RICHTEXT' };

/** The fields of objects, each object read once. */
export const makeVaultFields = ({ call, endpoints }: Pick<RemoteContext, 'call' | 'endpoints'>) => {
  const known = new Map<string, Promise<VaultFields>>();
  const read = (object: string, path: string): Promise<VaultFields> =>
    call(
      {
        url: apiUrl(endpoints, path),
        method: 'GET',
        headers: { accept: 'application/json' },
        timeoutMs: VAULT_TIMEOUT_MS,
      },
      (answer): VaultFields => {
        const body = readVault(answer);
        const { fields = body.properties } = (body.object ?? {}) as { fields?: unknown };
        return new Map((Array.isArray(fields) ? fields : []).map(toField));
      },
    ).catch((error: unknown) => {
      known.delete(object);
      throw error;
    });
  return (source: Pick<Source, 'object'>): Promise<VaultFields> => {
    const { object } = source;
    const path = isDocuments(source)
      ? '/metadata/objects/documents/properties'
      : `/metadata/vobjects/${objectName(object)}`;
    const fields = known.get(object) ?? read(object, path);
    known.set(object, fields);
    return fields;
  };
};

type Described = {
  name?: unknown;
  type?: unknown;
  label?: unknown;
  required?: unknown;
  max_length?: unknown;
  maxLength?: unknown;
};

const toField = ({ name, type, label, required, ...lengths }: Described): [string, VaultField] => {
  const maxLength = Number(lengths.max_length ?? lengths.maxLength);
  return [
    String(name),
    {
      type: String(type),
      label: typeof label === 'string' ? label : null,
      required: required === true,
      maxLength: maxLength > 0 ? maxLength : null,
    },
  ];
};

/** The fields as a mapping can name them. */
export const toRemoteFields = (fields: VaultFields): RemoteField[] =>
  [...fields].map(([path, { type, label, required, maxLength }]) => ({ path, label, type, required, maxLength }));

/** The source with its long texts in full: otherwise a query returns their first 250 characters. */
export const withWholeTexts = (source: Source, fields: VaultFields): Source => ({
  ...source,
  fields: source.fields.map((path) => {
    const whole = WHOLE[fields.get(path)?.type ?? ''];
    return whole === undefined ? path : `${whole}(${path})`;
  }),
});

/** Why a value cannot be written as it is: it is longer than its field. Null where nothing is wrong. */
export const tooLong = (write: RemoteWrite, fields: VaultFields): RemoteRefusal | null => {
  const [path] =
    Object.entries(write.fields).find(([field, value]) => isTooLong(fields.get(fieldName(field)), value)) ?? [];
  if (path === undefined) return null;
  const message = `The field has room for ${fields.get(fieldName(path))?.maxLength} characters in Vault.`;
  return new RemoteRefusal('VALIDATION_ERROR', message, { field: fieldName(path) });
};

const isTooLong = (field: VaultField | undefined, value: unknown): boolean =>
  typeof value === 'string' && typeof field?.maxLength === 'number' && value.length > field.maxLength;
