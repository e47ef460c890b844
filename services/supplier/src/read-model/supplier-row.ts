import { indexedWords, searchKey, uniqueKey } from '@qsc/contracts';
import type { EntitySnapshot } from '@qsc/contracts/events';
import { defineCollection, fillDerived } from '@qsc/service-kit';
import { z } from 'zod';
import { dayIn } from '../supplier/day.ts';
import { codeOf, RISK_LEVELS, statusOf } from '../supplier/supplier.ts';

const Json = z.record(z.string(), z.unknown());

/** An item that a supplier supplies, by what the relationship and the item say; null where neither does. */
const SuppliedItem = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  component_code: z.string().nullable(),
  status: z.string().nullable(),
  is_primary_supplier: z.boolean(),
  last_delivery: z.string().nullable(),
  on_time_delivery_rate: z.number().nullable(),
});

export type SuppliedItem = z.infer<typeof SuppliedItem>;

/** The fields by which the list is sorted, as they are stored. */
export const SORT_PATHS = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  name: 'name_key',
  supplier_code: 'code_key',
  risk_score: 'risk_score',
  next_audit_date: 'next_audit_date',
} as const;

export type SortField = keyof typeof SORT_PATHS;

type Keys = Record<string, 1>;

/** Single values that a filter looks for in the keys of whichever index gives the order. */
const IN_KEYS: Keys = { qualification_status: 1, risk_level: 1, country: 1, region: 1, next_audit_date: 1 };

const keysBy = (path: string, byFacet: boolean): Keys => ({
  org_id: 1,
  live: 1,
  ...(byFacet ? { facets: 1 } : {}),
  [path]: 1,
  _id: 1,
  ...Object.fromEntries(Object.entries(IN_KEYS).filter(([inKeys]) => inKeys !== path)),
});

/** The index that gives an order, of all suppliers or of those with a facet. */
export const indexOf = (field: SortField, byFacet: boolean): Keys => keysBy(SORT_PATHS[field], byFacet);

const orders = Object.keys(SORT_PATHS) as SortField[];

/**
 * A supplier in the read model. What stands above `live` comes from its own entity; `live` and what follows is assembled from
 * that, from what it supplies and from its certificates.
 */
export const supplierRowDefinition = defineCollection({
  name: 'supplier',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    version: z.number().int(),
    gone: z.boolean(),
    deleted: z.boolean(),
    name: z.string(),
    name_key: z.string(),
    attributes: Json,
    relationships: z.array(z.object({ id: z.string(), type: z.string(), target_id: z.string(), attributes: Json })),
    created_at: z.date(),
    updated_at: z.date(),
    created_by: z.string(),
    supplier_code: z.string().nullable(),
    /** What codes are compared and sorted by. */
    code_key: z.string().nullable().optional(),
    /** The words that search finds it by. */
    words: z.array(z.string()).optional(),
    qualification_status: z.string(),
    qualification_date: z.string().nullable(),
    next_audit_date: z.string().nullable(),
    risk_level: z.string().nullable(),
    risk_score: z.number().nullable(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    categories: z.array(z.string()),
    /** Ids of what it points to by `supplies`. */
    supplies: z.array(z.string()),
    /** Whether it is shown: neither deleted nor removed. */
    live: z.boolean(),
    items: z.array(SuppliedItem),
    /** How many items more there are than one document can hold. Rows of before the limit do not say it. */
    items_left_out: z.number().int().optional(),
    /** The days on which certificates that were found valid expire, past ones too: what they mean is a matter of today. */
    expiry_days: z.array(z.string()),
    facets: z.array(z.string()),
  }),
  indexes: [
    ...orders.flatMap((field) => [{ keys: indexOf(field, false) }, { keys: indexOf(field, true) }]),
    { keys: { org_id: 1, supplies: 1 } },
    { keys: { org_id: 1, live: 1, words: 1 } },
  ],
  formerIndexes: [keysBy('supplier_code', false), keysBy('supplier_code', true)],
});

export type SupplierRow = z.infer<typeof supplierRowDefinition.shape>;

const TEXT_LIMIT = 200;
const CATEGORY_LIMIT = 100;

/** A value that can be filtered by: what another door stored in another form counts as none. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_LIMIT ? value : null;

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A percentage; what cannot be one counts as unknown. */
export const percentOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

const riskLevelOf = (value: unknown): string | null => RISK_LEVELS.find((level) => level === value) ?? null;

const textsOf = (value: unknown): string[] => {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== null);
  return [...new Set(texts)].slice(0, CATEGORY_LIMIT);
};

const keysOf = ({ name, attributes }: Pick<EntitySnapshot, 'name' | 'attributes'>) => {
  const code = codeOf(attributes);
  return {
    name_key: searchKey(name),
    code_key: code === null ? null : uniqueKey(code),
    words: indexedWords([name, code, textOf(attributes.description)]),
  };
};

/** Gives the rows of before text was compared by keys what filters, sorting and search look at. */
export const fillTextKeys = fillDerived(supplierRowDefinition, {
  id: 'text-keys',
  field: 'words',
  derive: (row) => ({ $set: keysOf(row) }),
});

/** The row of a supplier's entity, before anything is assembled into it. */
export const supplierRowOf = (orgId: string, entity: EntitySnapshot): SupplierRow => {
  const { attributes, relationships } = entity;
  return {
    _id: entity.id,
    org_id: orgId,
    version: entity.version,
    gone: false,
    deleted: entity.deleted,
    name: entity.name,
    attributes,
    relationships,
    created_at: new Date(entity.created_at),
    updated_at: new Date(entity.updated_at),
    created_by: entity.created_by,
    supplier_code: codeOf(attributes),
    ...keysOf(entity),
    qualification_status: statusOf(attributes.qualification_status),
    qualification_date: dayIn(attributes.qualification_date),
    next_audit_date: dayIn(attributes.next_audit_date),
    risk_level: riskLevelOf(attributes.risk_level),
    risk_score: numberOf(attributes.risk_score),
    country: textOf(attributes.country),
    region: textOf(attributes.region),
    categories: textsOf(attributes.categories),
    supplies: relationships.filter(({ type }) => type === 'supplies').map(({ target_id }) => target_id),
    live: false,
    items: [],
    expiry_days: [],
    facets: [],
  };
};

/** What one value of a filter looks for in the facets of a row. */
export const facetOf = (filter: Facet, value: string): string => `${filter}=${value}`;

export type Facet = 'category' | 'country' | 'risk_level' | 'region' | 'qualification_status' | 'expires';

/** All that a row can be found by: one facet for each value, so that any of them is an exact look-up in an index. */
export const facetsOf = (row: Omit<SupplierRow, 'facets'>): string[] => [
  ...row.categories.map((category) => facetOf('category', category)),
  ...(['country', 'risk_level', 'region', 'qualification_status'] as const).flatMap((name) => {
    const value = row[name];
    return value === null ? [] : [facetOf(name, value)];
  }),
  ...row.expiry_days.map((day) => facetOf('expires', day)),
];

/** What all items of a row may come to: MongoDB takes 16 MiB a document, of which its own entity is less than one. */
export const ITEM_BYTES = 8 * 1024 * 1024;

/** As many items as fit into a row, and how many do not. `size` gives the bytes of one. */
export const fitting = (
  items: readonly SuppliedItem[],
  size: (item: SuppliedItem) => number,
): Pick<SupplierRow, 'items' | 'items_left_out'> => {
  let bytes = 0;
  const kept = items.findIndex((item) => {
    bytes += size(item);
    return bytes > ITEM_BYTES;
  });
  return kept === -1
    ? { items: [...items], items_left_out: 0 }
    : { items: items.slice(0, kept), items_left_out: items.length - kept };
};

/** How many items the supplier supplies. */
export const itemCountOf = ({ items, items_left_out = 0 }: SupplierRow): number => items.length + items_left_out;

/** What the relationship says where it says it in the right form, and otherwise the item. */
export const suppliedItemOf = (
  item: { _id: string; type: string; name: string; attributes: Record<string, unknown> },
  relationship: Record<string, unknown>,
): SuppliedItem => ({
  id: item._id,
  type: item.type,
  name: item.name,
  component_code: textOf(item.attributes.component_code),
  status: textOf(item.attributes.status),
  is_primary_supplier: relationship.is_primary_supplier === true,
  last_delivery: dayIn(relationship.last_delivery),
  on_time_delivery_rate: percentOf(relationship.on_time_delivery_rate),
});
