/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** Whether the value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396): objects merge at every depth, arrays are replaced, null removes. Changes neither argument. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
};

/** The leaves of a value by path: scalars, arrays and empty objects. */
export const listLeaves = (value: unknown, path: string): [string, unknown][] => {
  if (!isObject(value)) return [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, {}]];
  return entries.flatMap(([name, inner]) => listLeaves(inner, `${path}.${name}`));
};
