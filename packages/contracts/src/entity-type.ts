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

/** The attribute that holds the code of an entity, which no other entity of the type in the organisation has (decisions §2). */
export const CODE_ATTRIBUTES: Readonly<Partial<Record<EntityType, string>>> = {
  supplier: 'supplier_code',
  component: 'component_code',
};
