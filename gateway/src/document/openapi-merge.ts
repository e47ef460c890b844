/** A part of a JSON document. */
export type Json = { [name: string]: unknown };

/** An OpenAPI document as a service serves it. */
export type OpenApiDocument = { paths?: Record<string, Json>; components?: Record<string, Json> };

/** The document of a service, its name, and what it may describe: by first path segments below `/v1`, and further paths. */
export type Source = {
  service: string;
  prefixes: readonly string[];
  paths?: RegExp | undefined;
  document: OpenApiDocument;
};

/** Paths and components of all services together, and a sentence about each service that is left out. */
export type Merged = { paths: Record<string, Json>; components: Record<string, Json>; clashes: string[] };

const SECURITY = 'securitySchemes';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
};

const toSortedText = (value: unknown): string => JSON.stringify(sorted(value));

const isOwn = (path: string, { prefixes, paths }: Source): boolean =>
  (path.startsWith('/v1/') && prefixes.includes(path.split('/')[2] ?? '')) || paths?.test(path) === true;

const listOperationIds = (paths: Record<string, Json>): string[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => (operation as { operationId?: string }).operationId ?? []),
  );

const listComponents = ({ components = {} }: OpenApiDocument): [string, Json][] =>
  Object.entries(components).filter(([kind]) => kind !== SECURITY);

/** Why the document cannot stand beside what is merged already; null when it can. */
const findClash = ({ service, document }: Source, own: Record<string, Json>, merged: Merged): string | null => {
  for (const [kind, named] of listComponents(document))
    for (const [name, value] of Object.entries(named)) {
      const known = merged.components[kind]?.[name];
      if (known !== undefined && toSortedText(known) !== toSortedText(value))
        return `${service} means something else by ${kind}/${name} than a service before it. Give one another name.`;
    }
  const taken = new Set(listOperationIds(merged.paths));
  const twice = listOperationIds(own).find((id) => taken.has(id));
  return twice === undefined ? null : `${service} has an operation ${twice}, as a service before it. Rename one.`;
};

/**
 * Merges the documents of the services, whose components share one set of names. A service that means something else by
 * a name, or repeats an operation's id, is left out whole and listed in `clashes`. Paths that a service does not own are
 * left out.
 */
export const mergeDocuments = (sources: readonly Source[]): Merged => {
  const merged: Merged = { paths: {}, components: {}, clashes: [] };
  for (const source of sources) {
    const paths = Object.entries(source.document.paths ?? {}).filter(([path]) => isOwn(path, source));
    const own = Object.fromEntries(paths);
    const clash = findClash(source, own, merged);
    if (clash !== null) {
      merged.clashes.push(clash);
      continue;
    }
    Object.assign(merged.paths, own);
    for (const [kind, named] of listComponents(source.document))
      merged.components[kind] = { ...merged.components[kind], ...named };
  }
  return merged;
};
