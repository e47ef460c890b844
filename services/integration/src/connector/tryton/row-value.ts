import { RemoteRefusal } from '../../remote/remote-error.ts';
import { type Definition, type Definitions, type FieldDefinition, fieldAt } from './definition.ts';
import { toTryton } from './wire.ts';

/** The values of records of a relation, by their index in its list. */
export type Children = ReadonlyMap<number, Record<string, unknown>>;

/** What a row is written with: its own fields, and the fields of the records of its relations. */
export type RowValues = { own: Record<string, unknown>; relations: ReadonlyMap<string, Children> };

/**
 * What the fields of a write are in Tryton: `name` is a field of the row, `addresses.0.city` one of the first address. Throws
 * a `VALIDATION_ERROR` that names a field which Tryton does not have, a value that is none of its type, and a path that goes
 * further.
 */
export const toRowValues = async (
  fields: Readonly<Record<string, unknown>>,
  definition: Definition,
  definitions: Definitions,
): Promise<RowValues> => {
  const own: Record<string, unknown> = {};
  const relations = new Map<string, Map<number, Record<string, unknown>>>();
  for (const [path, value] of Object.entries(fields)) {
    const { name, field } = fieldAt(definition, path);
    if (path === name) own[name] = written(path, field, value);
    else {
      const child = await childAt(path, field, definitions);
      const children = relations.get(name) ?? new Map<number, Record<string, unknown>>();
      const values = children.get(child.index) ?? {};
      values[child.name] = written(path, child.field, value);
      relations.set(name, children.set(child.index, values));
    }
  }
  return { own, relations };
};

const written = (path: string, { type }: FieldDefinition, value: unknown): unknown => {
  const read = toTryton(type, value);
  if (read !== undefined) return read;
  throw new RemoteRefusal('VALIDATION_ERROR', 'Tryton has another type of value in this field.', { field: path });
};

const CHILD = /^[^.]+\.(\d+)\.([^.]+)$/;

const childAt = async (path: string, { type, relation }: FieldDefinition, definitions: Definitions) => {
  const [, index = '', name = ''] = CHILD.exec(path) ?? [];
  if (type !== 'one2many' || relation === null || name === '')
    throw new RemoteRefusal('VALIDATION_ERROR', 'A field so far away in Tryton can be read, not written.', {
      field: path,
    });
  return { index: Number(index), ...fieldAt(await definitions(relation), name) };
};

/**
 * The values in the form of Tryton. A child whose index exists is changed, the others are added.
 */
export const valuesWith = (
  { own, relations }: RowValues,
  listChildren: (relation: string) => readonly number[],
): Record<string, unknown> => {
  const commands = [...relations].map(([relation, children]) => {
    const there = listChildren(relation);
    return [relation, [...children].map(([index, values]) => toCommand(there[index], values))] as const;
  });
  return { ...own, ...Object.fromEntries(commands) };
};

const toCommand = (id: number | undefined, values: object): unknown =>
  id === undefined ? ['create', [values]] : ['write', [id], values];
