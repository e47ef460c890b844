import { type CapaFacts, capaFacts, requireClosable } from '../capa/closure.ts';
import type { QualityEventStore } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';

/** What a quality event's record depends on beside itself: its CAPAs. */
export type EventRecords = {
  factsOf(event: QualityEvent): Promise<CapaFacts>;
  /** The facts of an event as it will be. Throws `conflict` for one that would be closed while something stands against it. */
  factsAfter(event: QualityEvent): Promise<CapaFacts>;
};

/** Reads them. */
export const makeEventRecords = (store: Pick<QualityEventStore, 'capasOf'>): EventRecords => ({
  factsOf: async (event) => capaFacts(event, await store.capasOf(event.org_id, event.id)),
  async factsAfter(event) {
    const capas = await store.capasOf(event.org_id, event.id);
    if (event.status === 'closed') requireClosable(event, capas);
    return capaFacts(event, capas);
  },
});
