import { AppError } from '@qsc/service-kit';
import { type CapaFacts, capaFacts, requireClosable } from '../capa/closure.ts';
import type { QualityEventStore } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';

/** What transitions of a quality event depend on beside its own content: its CAPAs. */
export type EventRecords = {
  readFacts(event: QualityEvent): Promise<CapaFacts>;
  /** The facts of an event as it will be, and the `conflict` of one that cannot be closed. */
  check(event: QualityEvent): Promise<{ facts: CapaFacts; refusal: AppError | null }>;
};

const toRefusal = (guard: () => void): AppError | null => {
  try {
    guard();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

/** Reads the CAPAs from the store. */
export const makeEventRecords = (store: Pick<QualityEventStore, 'listCapas'>): EventRecords => ({
  readFacts: async (event) => capaFacts(event, await store.listCapas(event.org_id, event.id)),
  async check(event) {
    const capas = await store.listCapas(event.org_id, event.id);
    const refusal = event.status === 'closed' ? toRefusal(() => requireClosable(event, capas)) : null;
    return { facts: capaFacts(event, capas), refusal };
  },
});
