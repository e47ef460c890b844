import { indexedWords, searchKey, uniqueKey } from '@qsc/contracts';
import type { EntitySnapshot } from '@qsc/contracts/events';
import { defineCollection } from '@qsc/service-kit';
import { z } from 'zod';
import { dayIn } from '../supplier/day.ts';
import { RISK_LEVELS, toCode, toStatus } from '../supplier/supplier.ts';

const Json = z.record(z.string(), z.unknown());

/** An item of a supplier, by the relationship and the item; null where neither has the value. */
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

/** The sort fields of the list, as they are stored. */
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

/** Single values that filters match in the keys of the index of the sort order. */
const IN_KEYS: Keys = { qualification_status: 1, risk_level: 1, country: 1, region: 1, next_audit_date: 1 };

const keysBy = (path: string, byFacet: boolean): Keys => ({
  org_id: 1,
  live: 1,
  ...(byFacet ? { facets: 1 } : {}),
  [path]: 1,
  _id: 1,
  ...Object.fromEntries(Object.entries(IN_KEYS).filter(([inKeys]) => inKeys !== path)),
});

/** The index of a sort order, for all suppliers or for those with a facet. */
export const listIndex = (field: SortField, byFacet: boolean): Keys => keysBy(SORT_PATHS[field], byFacet);

const orders = Object.keys(SORT_PATHS) as SortField[];

/**
 * A supplier in the read model. The fields above `live` come from its entity; `live` and the following ones are assembled from
 * it, its items and its certificates.
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
    /** The key by which codes are compared and sorted. */
    code_key: z.string().nullable(),
    /** The words that search finds it by. */
    words: z.array(z.string()),
    qualification_status: z.string(),
    qualification_date: z.string().nullable(),
    next_audit_date: z.string().nullable(),
    risk_level: z.string().nullable(),
    risk_score: z.number().nullable(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    categories: z.array(z.string()),
    /** Ids of the targets of its `supplies` relationships. */
    supplies: z.array(z.string()),
    /** Whether it is shown: neither deleted nor removed. */
    live: z.boolean(),
    items: z.array(SuppliedItem),
    /** The number of items that do not fit into one document. */
    items_left_out: z.number().int().optional(),
    /** The expiry days of its valid certificates, past ones too: what they mean depends on today. */
    expiry_days: z.array(z.string()),
    facets: z.array(z.string()),
  }),
  indexes: [
    ...orders.flatMap((field) => [{ keys: listIndex(field, false) }, { keys: listIndex(field, true) }]),
    { keys: { org_id: 1, supplies: 1 } },
    { keys: { org_id: 1, live: 1, words: 1 } },
  ],
});

export type SupplierRow = z.infer<typeof supplierRowDefinition.shape>;

const TEXT_LIMIT = 200;
const CATEGORY_LIMIT = 100;

/** A value that can be filtered by. Other forms, stored at other entry points, count as none. */
const toText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_LIMIT ? value : null;

const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A percentage; what cannot be one counts as unknown. */
export const toPercent = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

const toRiskLevelOrNull = (value: unknown): string | null => RISK_LEVELS.find((level) => level === value) ?? null;

const toTexts = (value: unknown): string[] => {
  const texts = (Array.isArray(value) ? value : [value]).map(toText).filter((text) => text !== null);
  return [...new Set(texts)].slice(0, CATEGORY_LIMIT);
};

const toKeys = ({ name, attributes }: Pick<EntitySnapshot, 'name' | 'attributes'>) => {
  const code = toCode(attributes);
  return {
    name_key: searchKey(name),
    code_key: code === null ? null : uniqueKey(code),
    words: indexedWords([name, code, toText(attributes.description)]),
  };
};

/** The row of a supplier's entity, before assembly. */
export const toSupplierRow = (orgId: string, entity: EntitySnapshot): SupplierRow => {
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
    supplier_code: toCode(attributes),
    ...toKeys(entity),
    qualification_status: toStatus(attributes.qualification_status),
    qualification_date: dayIn(attributes.qualification_date),
    next_audit_date: dayIn(attributes.next_audit_date),
    risk_level: toRiskLevelOrNull(attributes.risk_level),
    risk_score: toNumber(attributes.risk_score),
    country: toText(attributes.country),
    region: toText(attributes.region),
    categories: toTexts(attributes.categories),
    supplies: relationships.filter(({ type }) => type === 'supplies').map(({ target_id }) => target_id),
    live: false,
    items: [],
    expiry_days: [],
    facets: [],
  };
};

/** The facet of one value of a filter. */
export const toFacet = (filter: Facet, value: string): string => `${filter}=${value}`;

export type Facet = 'category' | 'country' | 'risk_level' | 'region' | 'qualification_status' | 'expires';

/** All facets of a row: one for each value, so that each is an exact look-up in an index. */
export const toFacets = (row: Omit<SupplierRow, 'facets'>): string[] => [
  ...row.categories.map((category) => toFacet('category', category)),
  ...(['country', 'risk_level', 'region', 'qualification_status'] as const).flatMap((name) => {
    const value = row[name];
    return value === null ? [] : [toFacet(name, value)];
  }),
  ...row.expiry_days.map((day) => toFacet('expires', day)),
];

/** The largest size of the items of a row. MongoDB allows 16 MiB a document, of which the entity is less than one. */
export const ITEM_BYTES = 8 * 1024 * 1024;

/** The items that fit into a row, and how many do not. `size` returns the bytes of one. */
export const fitting = (
  items: readonly SuppliedItem[],
  size: (item: SuppliedItem) => number,
): Pick<SupplierRow, 'items' | 'items_left_out'> => {
  let bytes = 0;
  const fitting = items.findIndex((item) => {
    bytes += size(item);
    return bytes > ITEM_BYTES;
  });
  return fitting === -1
    ? { items: [...items], items_left_out: 0 }
    : { items: items.slice(0, fitting), items_left_out: items.length - fitting };
};

/** The number of items of the supplier. */
export const itemCount = ({ items, items_left_out = 0 }: SupplierRow): number => items.length + items_left_out;

/** The value of the relationship where it has the right form, otherwise that of the item. */
export const toSuppliedItem = (
  item: { _id: string; type: string; name: string; attributes: Record<string, unknown> },
  relationship: Record<string, unknown>,
): SuppliedItem => ({
  id: item._id,
  type: item.type,
  name: item.name,
  component_code: toText(item.attributes.component_code),
  status: toText(item.attributes.status),
  is_primary_supplier: relationship.is_primary_supplier === true,
  last_delivery: dayIn(relationship.last_delivery),
  on_time_delivery_rate: toPercent(relationship.on_time_delivery_rate),
});
