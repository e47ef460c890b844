/** The kinds of entity (specification, "Entity"). */
export const ENTITY_TYPES = [
  'supplier',
  'component',
  'product',
  'certificate',
  'equipment',
  'facility',
  'document',
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];
