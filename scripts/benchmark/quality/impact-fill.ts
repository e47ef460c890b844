import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../api.ts';
import type { Target } from '../load.ts';

const COMPONENTS = 10_000;
const BATCH = 250;
/** A machine with other work refuses long writes at times. */
const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

type Bulk = { meta: { failed: number } };

/** Components of a supplier by one request, which is one commit: a 503 has written nothing. */
const createBatch = async (target: Target, supplierId: string, from: number, attempt = 1): Promise<void> => {
  const { url, token } = target;
  const entities = Array.from({ length: BATCH }, (_, offset) => ({
    type: 'component',
    name: `Linked component ${from + offset}`,
    attributes: { component_code: `LINKED-${from + offset}`, status: 'active' },
    relationships: [{ type: 'supplied_by', target_id: supplierId }],
  }));
  const response = await fetch(`${url}/v1/entities/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entities }),
  });
  if (response.status === 503 && attempt < ATTEMPTS) {
    await pause(PAUSE_MS);
    return createBatch(target, supplierId, from, attempt + 1);
  }
  const text = await response.text();
  if (response.status !== 201 || (JSON.parse(text) as Bulk).meta.failed > 0)
    throw new Error(`Linked components were answered ${response.status}: ${text.slice(0, 300)}`);
};

/** An event about a supplier of 10,000 components. */
export const createLinked = async (target: Target): Promise<{ eventId: string; supplierId: string }> => {
  const supplier = { type: 'supplier', name: 'Supplier of many', attributes: { supplier_code: `MANY-${Date.now()}` } };
  const { id: supplierId } = await send<{ id: string }>(target, '/v1/entities', supplier);
  for (let from = 0; from < COMPONENTS; from += BATCH) await createBatch(target, supplierId, from);
  const { id: eventId } = await send<{ id: string }>(target, '/v1/quality-events', {
    type: 'deviation',
    title: 'Contaminated raw material',
    description: 'All that the supplier delivers may be affected.',
    classification: 'critical',
    related_entities: [{ type: 'supplier', id: supplierId }],
  });
  return { eventId, supplierId };
};
