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
type NewRelationship = { type: string; target_id: string; attributes?: object };
type NewItem = {
  type: string;
  name: string;
  attributes: { [name: string]: unknown };
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
    DEMO_COMPONENTS.map((component) => componentOf(component, suppliers, now)),
  );
  const products = await ensureItems(
    writers,
    'product_code',
    DEMO_PRODUCTS.map((product) => productOf(product, suppliers, components)),
  );
  for (const { code, sources } of DEMO_COMPONENTS)
    for (const source of sources.filter(({ toldBy }) => toldBy === 'supplier'))
      await writers.admin.post(
        `/v1/entities/${suppliers.get(source.supplier)}/relationships`,
        { type: 'supplies', target_id: components.get(code), attributes: deliveryOf(source, now) },
        ['conflict'],
      );
  return { components, products };
};

/** The items by the code in their attributes; those that are missing are created by one request. */
const ensureItems = async ({ admin }: DemoWriters, attribute: string, items: readonly NewItem[]): Promise<Ids> => {
  const codeOf = ({ attributes }: Pick<NewItem, 'attributes'>) => String(attributes[attribute]);
  const path = `/v1/entities?attributes.${attribute}=${items.map(codeOf).join(',')}&per_page=100`;
  const known = await admin.get<(NewItem & { id: string })[]>(path);
  const ids = new Map(known.map((item) => [codeOf(item), item.id]));
  const missing = items.filter((item) => !ids.has(codeOf(item)));
  if (missing.length === 0) return ids;
  const { data } = await admin.post<{ id: string | null }[]>('/v1/entities/bulk?atomic=true', { entities: missing });
  for (const [index, item] of missing.entries()) {
    const id = data[index]?.id;
    if (!id) throw new Advice(`The demo's records are not complete: ${item.name} was not created.`);
    ids.set(codeOf(item), id);
  }
  return ids;
};

const componentOf = ({ code, name, grade, status, sources }: DemoComponent, suppliers: Ids, now: Date): NewItem => ({
  type: 'component',
  name,
  attributes: { component_code: code, grade, status },
  relationships: sources
    .filter(({ toldBy }) => toldBy === 'component')
    .map((source) => ({
      ...relationTo('supplied_by', suppliers, source.supplier),
      attributes: deliveryOf(source, now),
    })),
});

const productOf = (
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

const relationTo = (type: string, ids: Ids, code: string): NewRelationship => {
  const target_id = ids.get(code);
  if (target_id === undefined) throw new Error(`the demo has no ${code}`);
  return { type, target_id };
};

const deliveryOf = ({ isPrimary, leadTimeDays, lastDelivery, onTimeRate }: DemoSource, now: Date) => ({
  is_primary_supplier: isPrimary,
  lead_time_days: leadTimeDays,
  ...(lastDelivery === null ? {} : { last_delivery: dayFrom(now, -lastDelivery) }),
  ...(onTimeRate === null ? {} : { on_time_delivery_rate: onTimeRate }),
});
