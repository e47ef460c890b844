import { conflict } from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

const ATTRIBUTE = 'supplier_code';

/** The code that a supplier takes in its organisation; null for other entities, deleted ones and those without a code. */
export const supplierCodeOf = ({
  type,
  deleted,
  attributes,
}: {
  type: string;
  deleted: boolean;
  attributes: Attributes;
}): string | null => {
  const code = attributes[ATTRIBUTE];
  if (type !== 'supplier' || deleted) return null;
  if (typeof code !== 'string' && typeof code !== 'number') return null;
  return String(code) || null;
};

/** Which supplier has which code, as far as a decision has to know. */
export type CodeHolders = Map<string, string>;

type Coded = Parameters<typeof supplierCodeOf>[0] & { id: string };

/**
 * Gives a supplier the code that it has after a change, and frees the one that it had. Throws `conflict` for one that another
 * supplier of the organisation has (decisions §4, "Suppliers").
 */
export const takeCode = (holders: CodeHolders, before: Coded | null, after: Coded): void => {
  const [had, has] = [before && supplierCodeOf(before), supplierCodeOf(after)];
  if (had === has) return;
  const holder = has === null ? undefined : holders.get(has);
  if (holder !== undefined && holder !== after.id)
    throw conflict(`Another supplier has the code "${has}". Give this one a code of its own.`, {
      field: `attributes.${ATTRIBUTE}`,
      supplier_code: has,
      supplier_id: holder,
    });
  if (had !== null && holders.get(had) === after.id) holders.delete(had);
  if (has !== null) holders.set(has, after.id);
};

/** The code that attributes as a caller sent them ask for, in the form that holders are told by. */
export const askedCode = (attributes: unknown): string[] => {
  const code = (attributes as Attributes | null | undefined)?.[ATTRIBUTE];
  return typeof code === 'string' || typeof code === 'number' ? [String(code)] : [];
};
