import { createHash } from 'node:crypto';
import { CODE_ATTRIBUTES, uniqueKey } from '@qsc/contracts';
import { listLeaves } from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

const TEXT_LIMIT = 200;

/** Stands in no attribute name, so that no name and value read as another name and value. */
const SEPARATOR = '\0';

const shorten = (text: string): string =>
  text.length <= TEXT_LIMIT ? text : `${text.slice(0, 64)}#${createHash('sha256').update(text).digest('base64url')}`;

/** What is compared by its key, whoever typed it (decisions §2). */
const BY_KEY: ReadonlySet<string> = new Set([...Object.values(CODE_ATTRIBUTES), 'batch_number']);

/** What an exact filter on an attribute looks for: the path and the value's text, or its key for a code. Long texts stand as their hash. */
export const toFacet = (path: string, text: string): string =>
  `${path}${SEPARATOR}${shorten(BY_KEY.has(path) ? uniqueKey(text) : text)}`;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * The facets of an entity's attributes: one for each string, number and boolean, nested ones by dots, and one for each
 * scalar in an array. They make every `attributes.<key>` filter an indexed, exact look-up, whatever the key.
 */
export const listFacets = (attributes: Attributes): string[] => {
  const facets = new Set<string>();
  for (const [name, value] of Object.entries(attributes))
    for (const [path, leaf] of listLeaves(value, name))
      for (const item of Array.isArray(leaf) ? leaf : [leaf])
        if (isScalar(item)) facets.add(toFacet(path, String(item)));
  return [...facets];
};
