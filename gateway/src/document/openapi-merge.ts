/** A part of a JSON document. */
export type Json = { [name: string]: unknown };

/** An OpenAPI document as a service serves it. */
export type OpenApiDocument = {
  paths?: Record<string, Json>;
  components?: Record<string, Record<string, unknown>>;
};

/** The document of a service, its name, and the first path segments below `/v1` that it may describe. */
export type Source = { service: string; prefixes: readonly string[]; document: OpenApiDocument };

/** Paths and components of all services together. */
export type Merged = {
  paths: Record<string, Json>;
  components: Record<string, Record<string, unknown>>;
  services: string[];
};

type Entry = { service: string; value: unknown };

const SECURITY = 'securitySchemes';

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
};

const textOf = (value: unknown): string => JSON.stringify(sorted(value));

const refOf = (type: string, name: string): string => `#/components/${type}/${name}`;

const collect = (sources: readonly Source[]): Map<string, Entry[]> => {
  const entries = new Map<string, Entry[]>();
  for (const { service, document } of sources)
    for (const [type, named] of Object.entries(document.components ?? {}))
      for (const [name, value] of type === SECURITY ? [] : Object.entries(named)) {
        const ref = refOf(type, name);
        entries.set(ref, [...(entries.get(ref) ?? []), { service, value }]);
      }
  return entries;
};

/** What two services mean differently by one name, and what only looks alike because it refers to such a name. */
const conflictsIn = (entries: ReadonlyMap<string, Entry[]>): Set<string> => {
  const texts = new Map([...entries].map(([ref, several]) => [ref, several.map(({ value }) => textOf(value))]));
  const conflicts = new Set([...texts].filter(([, several]) => new Set(several).size > 1).map(([ref]) => ref));
  for (let before = -1; before !== conflicts.size; ) {
    before = conflicts.size;
    for (const [ref, several] of texts)
      if (several.length > 1 && [...conflicts].some((conflict) => several[0]?.includes(`"${conflict}"`)))
        conflicts.add(ref);
  }
  return conflicts;
};

const pascal = (service: string): string =>
  service
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const renamedRef = (ref: string, service: string): string => {
  const cut = ref.lastIndexOf('/') + 1;
  return `${ref.slice(0, cut)}${pascal(service)}${ref.slice(cut)}`;
};

const rename = ({ service, document }: Source, conflicts: ReadonlySet<string>): OpenApiDocument => {
  const components: Record<string, Record<string, unknown>> = {};
  for (const [type, named] of Object.entries(document.components ?? {})) {
    if (type === SECURITY) continue;
    const members = Object.entries(named).map(([name, value]) => {
      const ref = refOf(type, name);
      const kept = conflicts.has(ref) ? renamedRef(ref, service) : ref;
      return [kept.slice(kept.lastIndexOf('/') + 1), value];
    });
    components[type] = Object.fromEntries(members);
  }
  return JSON.parse(JSON.stringify({ paths: document.paths ?? {}, components }), (_name, value: unknown) =>
    typeof value === 'string' && conflicts.has(value) ? renamedRef(value, service) : value,
  ) as OpenApiDocument;
};

const isOwn = (path: string, prefixes: readonly string[]): boolean =>
  path.startsWith('/v1/') && prefixes.includes(path.split('/')[2] ?? '');

/**
 * Merges the documents of the services. A component that several mean alike is there once; one that they mean differently
 * gets the name of its service in front, in each of them. Paths that a service does not own are left out.
 */
export const mergeDocuments = (sources: readonly Source[]): Merged => {
  const conflicts = conflictsIn(collect(sources));
  const merged: Merged = { paths: {}, components: {}, services: sources.map(({ service }) => service) };
  for (const source of sources) {
    const { paths = {}, components = {} } = rename(source, conflicts);
    for (const [path, item] of Object.entries(paths)) if (isOwn(path, source.prefixes)) merged.paths[path] = item;
    for (const [type, named] of Object.entries(components))
      merged.components[type] = { ...merged.components[type], ...named };
  }
  return merged;
};
