import { AppError } from '@qsc/service-kit';
import type { ReadWaiting } from '../workflow.client.ts';
import { WAITS_FOR_APPROVAL } from './content-guard.ts';
import type { MoveTaker } from './move-taker.ts';

/**
 * Makes a change of an event's content. Where it is refused since the event waits for approval, workflow is asked first whether
 * it still does: the decision may be made, and not have come here yet. Throws what `change` throws.
 */
export type WhenDecided = <Answer>(orgId: string, id: string, change: () => Promise<Answer>) => Promise<Answer>;

const isWaiting = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'conflict' && error.details?.reason === WAITS_FOR_APPROVAL;

type Parts = { moves: Pick<MoveTaker, 'wait'>; readWaiting: ReadWaiting };

/** Makes it. */
export const makeWhenDecided =
  ({ moves, readWaiting }: Parts): WhenDecided =>
  async (orgId, id, change) => {
    try {
      return await change();
    } catch (error) {
      if (!isWaiting(error)) throw error;
      const { standing } = await moves.wait(orgId, id, await readWaiting(orgId, id));
      if (standing.waits_for !== null) throw error;
      return change();
    }
  };
