import { createHash } from 'node:crypto';
import type { EntityRule } from '../mapping/mapping.schema.ts';

type Keyed = Pick<EntityRule, 'id' | 'key'>;

const LENGTH = 22;

/**
 * The text that makes an entity of the source the same at every import, to be kept as its attribute `source_key`. Short
 * and without commas, so that one request can ask for a hundred of them.
 */
export const sourceKey = (mapping: string, rule: Keyed, parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([mapping, rule.id, ...parts.map((part) => keyPart(part, rule.key.match))]))
    .digest('base64url')
    .slice(0, LENGTH);

/** A part of a key as it is compared. A name that has no letter or digit is compared as it stands. */
export const keyPart = (text: string, match: EntityRule['key']['match']): string => {
  const plain = text.normalize('NFC').trim();
  if (match === 'exact') return plain;
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return name === '' ? plain : name;
};
