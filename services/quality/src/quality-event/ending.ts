import { AppError } from '@qsc/service-kit';
import type { MoveTaker } from './move-taker.ts';
import type { QualityEvent } from './quality-event.ts';

/**
 * Judges a move that ends an event, or that names the event's version, while nothing else changes the event, nor opens a CAPA for it: what it was allowed on is
 * what it is committed on. Where it is refused the event is free again at once, else when the move has come to it, and after
 * half a minute in any case. Throws what `judge` throws.
 */
export type WhileEnding = <Answer>(
  found: QualityEvent,
  judge: (event: QualityEvent) => Promise<Answer>,
) => Promise<Answer>;

/** Whether it is known that the move was not made. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.code !== 'service_unavailable';

/** Makes it. */
export const makeWhileEnding =
  (moves: Pick<MoveTaker, 'beginEnd' | 'endRefused'>): WhileEnding =>
  async ({ org_id, id }, judge) => {
    const event = await moves.beginEnd(org_id, id);
    try {
      return await judge(event);
    } catch (error) {
      if (isRefusal(error)) await moves.endRefused(event);
      throw error;
    }
  };
