import { IMPORT_KINDS } from '../import/kind.ts';

/** Attributes that several kinds of record have. */
const COMMON = ['name', 'attributes.description', 'attributes.status'];

const OF_KINDS: Readonly<Record<string, readonly string[]>> = {
  certificate: ['certificate_type', 'supplier_id', 'component_id', 'batch_number', 'issue_date', 'expiry_date'].map(
    (name) => `attributes.${name}`,
  ),
};

/** The usual fields of a kind of record here; any other attribute can be typed. */
export const listTargets = (entityType: string): string[] => {
  const imported =
    IMPORT_KINDS.find(({ id, code }) => id === entityType && code !== null)?.fields.map(({ path }) => path) ?? [];
  return [...new Set([...imported, ...(OF_KINDS[entityType] ?? []), ...COMMON])];
};
