import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { Shape } from './metadata.ts';
import type { Protocol } from './property.ts';
import { propertyAt } from './selection.ts';
import { writtenValue } from './value.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a write sends: the record's own fields, and by their names the entities that it leads to. */
export type Body = { own: Record<string, unknown>; entities: Map<string, Record<string, unknown>> };

/**
 * Fields by their dotted paths as JSON. Throws `VALIDATION_ERROR`, which names the field, for one that is not there, and for a
 * value that is none of its type.
 */
export const toBody = (protocol: Protocol, shape: Shape, fields: Fields): Body => {
  const own: Record<string, unknown> = {};
  const entities = new Map<string, Record<string, unknown>>();
  for (const [path, value] of Object.entries(fields)) {
    const [first = '', ...rest] = path.split('.');
    if (rest.length > 0 && shape.nested.get(first)?.isList) throw unwritable(path);
    const written = writtenValue(protocol, propertyAt(shape, path), value);
    if (shape.nested.get(first)?.isEntity !== true) put(own, path, written);
    else put(entityIn(entities, first), rest.join('.'), written);
  }
  return { own, entities };
};

const unwritable = (path: string): RemoteRefusal =>
  new RemoteRefusal('VALIDATION_ERROR', 'A field in a list of a record can be read, not written.', { field: path });

const entityIn = (entities: Map<string, Record<string, unknown>>, name: string): Record<string, unknown> => {
  const entity = entities.get(name) ?? {};
  entities.set(name, entity);
  return entity;
};

/** Puts a value where its path says. The names come from the metadata, so `__proto__` cannot occur. */
const put = (target: Record<string, unknown>, path: string, value: unknown): void => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>;
  target[first] = inner;
  put(inner, rest.join('.'), value);
};

/** Throws `VALIDATION_ERROR` where entities would have to be written that only the record leads to. */
export const refuseEntities = ({ entities }: Body): void => {
  const [name] = entities.keys();
  if (name === undefined) return;
  const message = 'A field of another entity cannot be written with a record that exists. Map that entity by itself.';
  throw new RemoteRefusal('VALIDATION_ERROR', message, { field: name });
};
