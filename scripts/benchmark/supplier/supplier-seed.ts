import type { Db, Document } from 'mongodb';
import { supplierRowDefinition } from '../../../services/supplier/src/read-model/supplier-row.ts';
import { read, send, until } from '../api.ts';
import { documentOf, formOf } from '../certificate/document.ts';
import type { Target } from '../load.ts';
import { newSupplier, supplierRowAt } from './supplier-record.ts';

const BATCH = 2_000;
const SHOWN = 20;
const COMPONENTS = 5;
const CERTIFICATES = 3;
const DOCUMENT_BYTES = 4_096;

/**
 * Suppliers for the lists: written straight to the read model, as their rows would come of their events. The indexes are built
 * anew when all rows are there, which takes a fraction of the time.
 */
export const seedReadModel = async (database: Db, orgId: string, count: number): Promise<void> => {
  const now = new Date();
  const rows = database.collection<Document & { _id: string }>(supplierRowDefinition.name);
  const indexes = (await rows.indexes()).filter(({ name }) => name !== '_id_');
  await rows.dropIndexes();
  for (let from = 0; from < count; from += BATCH)
    await rows.insertMany(
      Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => supplierRowAt(from + offset, orgId, now)),
      { writeConcern: { w: 1 } },
    );
  await rows.createIndexes(indexes.map(({ key, name }) => ({ key, ...(name === undefined ? {} : { name }) })));
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

const createShown = async (target: Target, index: number): Promise<string> => {
  const { id } = await send<{ id: string }>(target, '/v1/suppliers', newSupplier('SHOWN', index));
  const supplied_by = { type: 'supplied_by', target_id: id, attributes: { on_time_delivery_rate: 97 } };
  const createComponent = (number: number) =>
    send(target, '/v1/entities', {
      type: 'component',
      name: `Component ${number} of supplier ${index}`,
      attributes: { component_code: `C-${index}-${number}`, status: 'active' },
      relationships: [supplied_by],
    });
  const upload = async (number: number) => {
    const metadata = { type: 'iso', name: `Certificate ${number}`, supplier_id: id, expiry_date: '2099-01-01' };
    await send(target, '/v1/certificates', await formOf(documentOf(DOCUMENT_BYTES), metadata));
  };
  await Promise.all([...numbers(COMPONENTS).map(createComponent), ...numbers(CERTIFICATES).map(upload)]);
  return id;
};

type Included = { components: unknown[]; certificates: unknown[]; metrics: { total_components: number } };

/** Suppliers with components and certificates, created through the API; their ids, when every part of the mesh knows them. */
export const createShownSuppliers = async (target: Target): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < SHOWN; index += 1) ids.push(await createShown(target, index));
  for (const id of ids)
    await until('a supplier is known with all that it supplies', async () => {
      const path = `/v1/suppliers/${id}?include=components,certificates,metrics`;
      const { components, certificates, metrics } = await read<Included>(target, path);
      const counts = [components.length, metrics.total_components, certificates.length];
      return counts.join() === [COMPONENTS, COMPONENTS, CERTIFICATES].join();
    });
  return ids;
};
