import type { RemoteDescription, RemoteField } from '../connector.ts';
import type { Metadata, Shape } from './metadata.ts';

/** How deep other entities and structured values are described. */
const DEPTH = 1;

/** The entity sets of a service, and the fields of one with those of what it leads to. Throws `VALIDATION_ERROR`. */
export const describe = (metadata: Metadata, set: string | null): RemoteDescription => ({
  objects: metadata.sets,
  fields: set === null ? [] : listFields(metadata.getShape(set), '', DEPTH),
});

const listFields = (shape: Shape, before: string, depth: number): RemoteField[] => {
  const own = [...shape.properties.values()]
    .filter(({ name }) => !shape.nested.has(name))
    .map(({ name, type, isNullable, maxLength }) => ({
      path: `${before}${name}`,
      label: null,
      type: type.replace(/^Edm\./, ''),
      required: before === '' && !isNullable,
      maxLength,
    }));
  if (depth === 0) return own;
  const inner = [...shape.nested].flatMap(([name, { isList, shape: toShape }]) => {
    const nested = toShape();
    return nested ? listFields(nested, `${before}${name}.${isList ? '0.' : ''}`, depth - 1) : [];
  });
  return [...own, ...inner];
};
