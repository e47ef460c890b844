import { ConflictError } from '@qsc/client';
import { Advice } from '../runtime/command-line.ts';
import type { DemoWriters } from './api.ts';
import { dayFrom } from './day.ts';
import {
  DEMO_COMPONENTS,
  DEMO_PRODUCTS,
  type DemoComponent,
  type DemoProduct,
  type DemoSource,
} from './item-record.ts';

type Ids = ReadonlyMap<string, string>;
type NewRelationship = { type: string; target_id: string; attributes?: Record<string, unknown> };
type NewItem = {
  type: 'component' | 'product';
  name: string;
  attributes: Record<string, unknown>;
  relationships: NewRelationship[];
};

/** Creates the components and products that are missing, and who delivers them; answers the ids of both by code. */
export const fillItems = async (
  writers: DemoWriters,
  suppliers: Ids,
  now: Date,
): Promise<{ components: Ids; products: Ids }> => {
  const components = await ensureItems(
    writers,
    'component_code',
    DEMO_COMPONENTS.map((component) => toComponent(component, suppliers, now)),
  );
  const products = await ensureItems(
    writers,
    'product_code',
    DEMO_PRODUCTS.map((product) => toProduct(product, suppliers, components)),
  );
  for (const { code, sources } of DEMO_COMPONENTS)
    for (const source of sources.filter(({ recordedAt }) => recordedAt === 'supplier'))
      await relate(writers, requireId(suppliers, source.supplier), {
        ...relationTo('supplies', components, code),
        attributes: toDelivery(source, now),
      });
  return { components, products };
};

/** Adds a relationship; one that is there already stays. */
const relate = async ({ admin }: DemoWriters, id: string, relationship: NewRelationship): Promise<void> => {
  await admin.relationships.create(id, relationship).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
};

/** The items by the code in their attributes; those that are missing are created by one request. */
const ensureItems = async ({ admin }: DemoWriters, attribute: string, items: readonly NewItem[]): Promise<Ids> => {
  const getCode = ({ attributes }: Pick<NewItem, 'attributes'>) => String(attributes[attribute]);
  const known = await Array.fromAsync(admin.entities.list({ [`attributes.${attribute}`]: items.map(getCode) }));
  const ids = new Map(known.map((item) => [getCode(item), item.id]));
  const missing = items.filter((item) => !ids.has(getCode(item)));
  if (missing.length === 0) return ids;
  const created = await admin.entities.createMany({ entities: missing }, { query: { atomic: true } });
  for (const [index, item] of missing.entries()) {
    const id = created[index]?.id;
    if (!id) throw new Advice(`The demo's records are not complete: ${item.name} was not created.`);
    ids.set(getCode(item), id);
  }
  return ids;
};

const toComponent = ({ code, name, grade, status, sources }: DemoComponent, suppliers: Ids, now: Date): NewItem => ({
  type: 'component',
  name,
  attributes: { component_code: code, grade, status },
  relationships: sources
    .filter(({ recordedAt }) => recordedAt === 'component')
    .map((source) => ({
      ...relationTo('supplied_by', suppliers, source.supplier),
      attributes: toDelivery(source, now),
    })),
});

const toProduct = (
  { code, name, dosageForm, contains, suppliedBy, batches }: DemoProduct,
  suppliers: Ids,
  components: Ids,
): NewItem => ({
  type: 'product',
  name,
  attributes: { product_code: code, dosage_form: dosageForm, ...(batches.length > 0 ? { batches } : {}) },
  relationships: [
    ...contains.map((component) => relationTo('contains', components, component)),
    ...(suppliedBy === null ? [] : [relationTo('supplied_by', suppliers, suppliedBy)]),
  ],
});

const relationTo = (type: string, ids: Ids, code: string): NewRelationship => ({
  type,
  target_id: requireId(ids, code),
});

const requireId = (ids: Ids, code: string): string => {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`the demo has no ${code}`);
  return id;
};

const toDelivery = ({ isPrimary, leadTimeDays, lastDelivery, onTimeRate }: DemoSource, now: Date) => ({
  is_primary_supplier: isPrimary,
  lead_time_days: leadTimeDays,
  ...(lastDelivery === null ? {} : { last_delivery: dayFrom(now, -lastDelivery) }),
  ...(onTimeRate === null ? {} : { on_time_delivery_rate: onTimeRate }),
});
