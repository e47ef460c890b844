const escapeComma = (value: unknown): string => String(value).replaceAll(/[\\,]/g, '\\$&');

const toText = (value: unknown): string => (Array.isArray(value) ? value.map(escapeComma).join(',') : String(value));

/** The query of a request: an array as a comma list, in which a comma or backslash of a value has a backslash before it. */
export const toQuery = (query: Record<string, unknown>): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(toText(value))}`)
    .join('&');

/** The parameters of a path, from the arguments of a method. Throws a TypeError for what would lead to another path. */
export const toPathParameters = (path: string, values: readonly unknown[]): Record<string, string> => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name, index) => {
      const value = values[index];
      if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is no id: ${value}`);
      return [name, value];
    }),
  );
};
