import type { Db } from 'mongodb';
import { supplierRowDefinition } from '../../../services/supplier/src/read-model/supplier-row.ts';
import { read, send, until } from '../api.ts';
import { fillCollection } from '../bulk-fill.ts';
import { documentOf, formOf } from '../certificate/document.ts';
import type { Target } from '../load.ts';
import { newSupplier, supplierRowAt } from './supplier-record.ts';

const SHOWN = 20;
const COMPONENTS = 5;
const CERTIFICATES = 3;
const DOCUMENT_BYTES = 4_096;

/** Suppliers for the lists: written straight to the read model, as their rows would come of their events. */
export const seedReadModel = async (database: Db, orgId: string, count: number): Promise<void> => {
  const now = new Date();
  const rowAt = (index: number) => supplierRowAt(index, orgId, now);
  await fillCollection(database, supplierRowDefinition.name, { count, rowAt });
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
