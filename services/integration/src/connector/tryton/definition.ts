import { isObject } from '@qsc/service-kit/pure';
import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { RemoteField } from '../connector.ts';
import type { Rpc } from './rpc.ts';

/** What Tryton says of a field of an object. */
export type FieldDefinition = { type: string; label: string; relation: string | null; required: boolean };

/** The fields of an object, by name. */
export type Definition = ReadonlyMap<string, FieldDefinition>;

/** The definitions of objects, each read once. */
export type Definitions = (object: string) => Promise<Definition>;

export const makeDefinitions = (rpc: Rpc): Definitions => {
  const known = new Map<string, Promise<Definition>>();
  const read = async (object: string): Promise<Definition> =>
    toDefinition(await rpc(`model.${object}.fields_get`, [[]]));
  return (object) => {
    const requested = known.get(object) ?? read(object);
    known.set(object, requested);
    // The next caller repeats a failed read.
    requested.catch(() => known.delete(object));
    return requested;
  };
};

const toDefinition = (answer: unknown): Definition => {
  const fields = isObject(answer) ? Object.entries(answer) : [];
  return new Map(
    fields.map(([name, field]) => {
      const { type, string, relation, required } = (isObject(field) ? field : {}) as Record<string, unknown>;
      return [
        name,
        { type: String(type), label: String(string), relation: asText(relation), required: required === true },
      ];
    }),
  );
};

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The fields as a mapping can name them. */
export const toRemoteFields = (definition: Definition): RemoteField[] =>
  [...definition].map(([path, { type, label, required }]) => ({ path, label, type, required, maxLength: null }));

/** The steps of a path without the indexes of lists: `addresses.0.city` is the field `city` of the relation `addresses`. */
export const toSteps = (path: string): string[] => path.split('.').filter((step) => !/^\d+$/.test(step));

/** The name of the first field of a path. Throws a `VALIDATION_ERROR` where the object has none of that name. */
export const fieldAt = (definition: Definition, path: string): { name: string; field: FieldDefinition } => {
  const [name = ''] = toSteps(path);
  const field = definition.get(name);
  if (field) return { name, field };
  throw new RemoteRefusal('VALIDATION_ERROR', 'Tryton has no field of this name.', { field: path });
};

/** Throws a `VALIDATION_ERROR` for a path into a list of records without an index. */
export const requireIndex = (definition: Definition, path: string): void => {
  const [name = '', ...rest] = path.split('.');
  const isList = LISTS.has(definition.get(name)?.type ?? '');
  if (!isList || rest.length === 0 || /^\d+$/.test(rest[0] ?? '')) return;
  const message = `${name} is a list in Tryton: give an index, such as ${name}.0.${rest.join('.')}.`;
  throw new RemoteRefusal('VALIDATION_ERROR', message, { field: path });
};

const LISTS: ReadonlySet<string> = new Set(['one2many', 'many2many']);

/** The error with the name of the field instead of its label. */
export const named = <E>(error: E, definition: Definition): E | RemoteRefusal => {
  if (!(error instanceof RemoteRefusal) || error.field === null) return error;
  const [name] = [...definition].find(([, { label }]) => label === error.field) ?? [error.field];
  return new RemoteRefusal(error.code, error.message, { field: name });
};
