import { isObject } from '@qsc/service-kit/pure';
import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { Rpc } from './rpc.ts';

/** What Tryton says of a field of an object. */
export type FieldDefinition = { type: string; label: string; relation: string | null };

/** The fields of an object, by name. */
export type Definition = ReadonlyMap<string, FieldDefinition>;

/** The definitions of objects, each asked for once. */
export type Definitions = (object: string) => Promise<Definition>;

export const makeDefinitions = (rpc: Rpc): Definitions => {
  const known = new Map<string, Promise<Definition>>();
  const ask = async (object: string): Promise<Definition> =>
    definitionOf(await rpc(`model.${object}.fields_get`, [[]]));
  return (object) => {
    const asked = known.get(object) ?? ask(object);
    known.set(object, asked);
    // What failed is asked for again by whoever comes next.
    asked.catch(() => known.delete(object));
    return asked;
  };
};

const definitionOf = (answer: unknown): Definition => {
  const fields = isObject(answer) ? Object.entries(answer) : [];
  return new Map(
    fields.map(([name, field]) => {
      const { type, string, relation } = (isObject(field) ? field : {}) as Record<string, unknown>;
      return [name, { type: String(type), label: String(string), relation: asText(relation) }];
    }),
  );
};

const asText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The steps of a path without the places in lists: `addresses.0.city` is the field `city` of the relation `addresses`. */
export const stepsOf = (path: string): string[] => path.split('.').filter((step) => !/^\d+$/.test(step));

/** The name of the field that a path begins with. Throws a `VALIDATION_ERROR` where the object has none of that name. */
export const fieldAt = (definition: Definition, path: string): { name: string; field: FieldDefinition } => {
  const [name = ''] = stepsOf(path);
  const field = definition.get(name);
  if (field) return { name, field };
  throw new RemoteRefusal('VALIDATION_ERROR', 'Tryton has no field of this name.', { field: path });
};

/** Throws a `VALIDATION_ERROR` for a path into a list of records that names no place in it. */
export const requirePlace = (definition: Definition, path: string): void => {
  const [name = '', ...rest] = path.split('.');
  const isList = LISTS.has(definition.get(name)?.type ?? '');
  if (!isList || rest.length === 0 || /^\d+$/.test(rest[0] ?? '')) return;
  const message = `${name} is a list in Tryton: name a place in it, such as ${name}.0.${rest.join('.')}.`;
  throw new RemoteRefusal('VALIDATION_ERROR', message, { field: path });
};

const LISTS: ReadonlySet<string> = new Set(['one2many', 'many2many']);

/** The same error with the name of the field in the place of its label, where it tells one. */
export const named = <E>(error: E, definition: Definition): E | RemoteRefusal => {
  if (!(error instanceof RemoteRefusal) || error.field === null) return error;
  const [name] = [...definition].find(([, { label }]) => label === error.field) ?? [error.field];
  return new RemoteRefusal(error.code, error.message, { field: name });
};
