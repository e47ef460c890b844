import { AppError } from '@qsc/service-kit';
import type { QualityEvent } from './quality-event.ts';
import type { TransitionApplier } from './transition-applier.ts';

/**
 * Decides on a transition while the event is reserved for it, so that nothing else changes the event or opens a CAPA for it.
 * Used for a transition that ends the event or that names its version. A refusal releases the reservation at once; otherwise it
 * ends when the transition is applied, or after half a minute. Throws what `decide` throws.
 */
export type WithReservation = <Answer>(
  found: QualityEvent,
  decide: (event: QualityEvent) => Promise<Answer>,
) => Promise<Answer>;

/** Whether the transition is known not to be committed. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code !== 'service_unavailable';

/** Reserves by the transition applier. */
export const makeWithReservation =
  (transitions: Pick<TransitionApplier, 'reserve' | 'release'>): WithReservation =>
  async ({ org_id, id }, decide) => {
    const event = await transitions.reserve(org_id, id);
    try {
      return await decide(event);
    } catch (error) {
      if (isRefusal(error)) await transitions.release(event);
      throw error;
    }
  };
