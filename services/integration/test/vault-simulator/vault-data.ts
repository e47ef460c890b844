import type { Stored } from './vql-reader.ts';

/** A user action and the state that it leads to. */
export type UserAction = { name: string; label: string; from: string; to: string; executable?: boolean };

export type File = { name: string; mediaType: string; bytes: Buffer };

type Deleted = { id: string | number; at: string; deletion_type?: string };

/** What a vault holds. `documents` are an object like the others here, with number keys and files. */
export type VaultData = {
  rows(object: string): Map<string, Stored>;
  /** A record as it shall be; without an id it gets the next one. `at` is when it changed, by the vault's clock. */
  put(object: string, fields: Record<string, unknown>, at?: Date): Stored;
  remove(object: string, id: string | number, at?: Date): void;
  deleted(object: string): Deleted[];
  /** Files by `<document>/file` or `<document>/<rendition>`. */
  files: Map<string, File>;
  actions: Map<string, UserAction[]>;
  /** What the metadata says of fields, by object. */
  fields: Map<string, { name: string; type: string; label?: string; required?: boolean; max_length?: number }[]>;
};

const DIGITS = 12;

export const getChangeField = (object: string): string =>
  object === 'documents' ? 'version_modified_date__v' : 'modified_date__v';

/** An empty vault. */
export const makeVaultData = (now: () => Date): VaultData => {
  const objects = new Map<string, Map<string, Stored>>();
  const deletions = new Map<string, Deleted[]>();
  let last = 0;
  const rows = (object: string): Map<string, Stored> => {
    const found = objects.get(object) ?? new Map<string, Stored>();
    objects.set(object, found);
    return found;
  };
  const nextId = (object: string): string | number => {
    last += 1;
    return object === 'documents' ? last : `V0A${String(last).padStart(DIGITS, '0')}`;
  };
  const noteDeletion = (object: string, deleted: Deleted) =>
    deletions.set(object, [...(deletions.get(object) ?? []), deleted]);
  return {
    rows,
    put(object, fields, at = now()) {
      const id = (fields.id as string | number | undefined) ?? nextId(object);
      const before = rows(object).get(String(id)) ?? findFirst(object);
      const row = { ...before, ...fields, id, [getChangeField(object)]: at.toISOString() };
      rows(object).set(String(id), row);
      return row;
    },
    remove(object, id, at = now()) {
      if (!rows(object).delete(String(id))) return;
      noteDeletion(object, {
        id,
        at: at.toISOString(),
        ...(object === 'documents' ? { deletion_type: 'document__sys' } : {}),
      });
    },
    deleted: (object) => deletions.get(object) ?? [],
    files: new Map(),
    actions: new Map(),
    fields: new Map(),
  };
};

const findFirst = (object: string): Record<string, unknown> =>
  object === 'documents'
    ? { major_version_number__v: 0, minor_version_number__v: 1, status__v: 'Draft' }
    : { state__v: 'draft_state__c', status__v: ['active__v'] };
