import { XMLParser } from 'fast-xml-parser';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import type { Property } from './property.ts';

/** What an entity of a service has: its keys in their order, its properties, and what it leads to. */
export type Shape = {
  keys: readonly Property[];
  properties: ReadonlyMap<string, Property>;
  /** Other entities and structured values by the name of the property, where the metadata has their shape. */
  nested: ReadonlyMap<string, { isEntity: boolean; isList: boolean; shape: () => Shape | null }>;
};

/** The entity sets of a service. */
export type Metadata = {
  /** `4.0`, `4.01`, `2.0`. */
  version: string | null;
  /** The shape of a set's entities. Throws `VALIDATION_ERROR` for a set that the service does not have. */
  getShape(set: string): Shape;
  has(set: string): boolean;
  sets: readonly string[];
};

type Node = Readonly<Record<string, unknown>>;

const MANY = new Set([
  'Schema',
  'EntityType',
  'ComplexType',
  'EntityContainer',
  'EntitySet',
  'Property',
  'PropertyRef',
  'NavigationProperty',
  'Association',
  'End',
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && MANY.has(name),
});

/** Reads `$metadata` of either protocol. Throws `RemoteTrouble` for what is none. */
export const readMetadata = (xml: string): Metadata => {
  const schemas = readSchemas(xml);
  const types = listTypes(schemas);
  const associations = listAssociations(schemas);
  const sets = listSets(schemas);

  const shapeOfType = (name: string): Shape | null => {
    const type = types.get(name);
    if (!type) return null;
    const inherited = type.BaseType === undefined ? null : shapeOfType(String(type.BaseType));
    return joined(inherited, type);
  };

  const joined = (inherited: Shape | null, type: Node): Shape => {
    const own = new Map(
      nodes(type.Property)
        .map(toProperty)
        .map((property) => [property.name, property]),
    );
    const properties = new Map([...(inherited?.properties ?? []), ...own]);
    const refs = nodes((type.Key as Node | undefined)?.PropertyRef).map(({ Name }) => properties.get(String(Name)));
    const keys = refs.length > 0 ? refs.filter((key) => key !== undefined) : (inherited?.keys ?? []);
    const nested = [...listStructured(type), ...listNavigations(type)].map(
      ({ name, typeName, ...kind }) => [name, { ...kind, shape: () => shapeOfType(typeName) }] as const,
    );
    return { keys, properties, nested: new Map([...(inherited?.nested ?? []), ...nested]) };
  };

  const listStructured = (type: Node) =>
    nodes(type.Property)
      .map(({ Name, Type }) => ({ name: String(Name), ...toElement(String(Type)), isEntity: false }))
      .filter(({ typeName }) => types.has(typeName));

  /** v4 names the type, v2 the end of an association that has it. */
  const listNavigations = (type: Node) =>
    nodes(type.NavigationProperty).map(({ Name, Type, Relationship, ToRole }) => ({
      name: String(Name),
      ...toElement(Type === undefined ? (associations.get(`${Relationship}/${ToRole}`) ?? '') : String(Type)),
      isEntity: true,
    }));

  return {
    version: toVersion(xml),
    has: (set) => sets.has(set),
    sets: [...sets.keys()],
    getShape(set) {
      const shape = shapeOfType(sets.get(set) ?? '');
      if (shape) return shape;
      throw new RemoteRefusal(
        'VALIDATION_ERROR',
        'The external system has no entity set of the name that the mapping gives.',
      );
    },
  };
};

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

const readSchemas = (xml: string): Node[] => {
  const document = parsed(xml);
  const services = (document?.Edmx as Node | undefined)?.DataServices as Node | undefined;
  const schemas = nodes(services?.Schema);
  if (schemas.length === 0) throw new RemoteTrouble('The external system answered no OData metadata.');
  return schemas;
};

const parsed = (xml: string): Node | null => {
  try {
    return parser.parse(xml) as Node;
  } catch {
    return null;
  }
};

const toVersion = (xml: string): string | null => {
  const [, edmx = null] = /<(?:\w+:)?Edmx\b[^>]*\bVersion="([\d.]+)"/.exec(xml) ?? [];
  return edmx === '1.0' ? '2.0' : edmx;
};

/** A schema's members by their qualified names, by its namespace and by its alias. */
const qualified = (schemas: readonly Node[], member: string): [string, Node][] =>
  schemas.flatMap((schema) =>
    [schema.Namespace, schema.Alias].flatMap((space) =>
      space === undefined ? [] : nodes(schema[member]).map((node): [string, Node] => [`${space}.${node.Name}`, node]),
    ),
  );

const listTypes = (schemas: readonly Node[]): Map<string, Node> =>
  new Map([...qualified(schemas, 'EntityType'), ...qualified(schemas, 'ComplexType')]);

const listAssociations = (schemas: readonly Node[]): Map<string, string> =>
  new Map(
    qualified(schemas, 'Association').flatMap(([name, { End }]) =>
      nodes(End).map((end): [string, string] => [
        `${name}/${end.Role}`,
        end.Multiplicity === '*' ? `Collection(${end.Type})` : String(end.Type),
      ]),
    ),
  );

const listSets = (schemas: readonly Node[]): Map<string, string> =>
  new Map(
    schemas
      .flatMap(({ EntityContainer }) => nodes(EntityContainer))
      .flatMap(({ EntitySet }) => nodes(EntitySet))
      .map(({ Name, EntityType }) => [String(Name), String(EntityType)]),
  );

const toElement = (type: string): { typeName: string; isList: boolean } => {
  const [, element] = /^Collection\((.+)\)$/.exec(type) ?? [];
  return { typeName: element ?? type, isList: element !== undefined };
};

/** A length or a scale; null where it is left open (`max`, `variable`). */
const toFacet = (value: unknown): number | null => (/^\d+$/.test(String(value)) ? Number(value) : null);

const toProperty = (node: Node): Property => {
  const type = String(node.Type);
  return {
    name: String(node.Name),
    type,
    isDay: type === 'Edm.Date' || (type === 'Edm.DateTime' && node['display-format'] === 'Date'),
    isNullable: node.Nullable !== 'false',
    maxLength: toFacet(node.MaxLength),
    scale: toFacet(node.Scale),
  };
};
