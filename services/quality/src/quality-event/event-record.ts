import { AppError } from '@qsc/service-kit';
import { type CapaFacts, capaFacts, requireClosable } from '../capa/closure.ts';
import type { QualityEventStore } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';

/** What a quality event's record depends on beside itself: its CAPAs. */
export type EventRecords = {
  factsOf(event: QualityEvent): Promise<CapaFacts>;
  /** The facts of an event as it will be, and the `conflict` of one that would be closed while something stands against it. */
  judge(event: QualityEvent): Promise<{ facts: CapaFacts; refusal: AppError | null }>;
};

const refusalOf = (guard: () => void): AppError | null => {
  try {
    guard();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

/** Reads them. */
export const makeEventRecords = (store: Pick<QualityEventStore, 'capasOf'>): EventRecords => ({
  factsOf: async (event) => capaFacts(event, await store.capasOf(event.org_id, event.id)),
  async judge(event) {
    const capas = await store.capasOf(event.org_id, event.id);
    const refusal = event.status === 'closed' ? refusalOf(() => requireClosable(event, capas)) : null;
    return { facts: capaFacts(event, capas), refusal };
  },
});
