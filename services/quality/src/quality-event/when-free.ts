import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@qsc/service-kit';
import type { ReadWaiting } from '../workflow.client.ts';
import { IS_ENDING, WAITS_FOR_APPROVAL } from './content-guard.ts';
import type { MoveTaker } from './move-taker.ts';

/**
 * Makes a change of an event's content, or what its end depends on. Where it is refused since the event waits for approval,
 * workflow is asked first whether it still does: the decision may be made, and not have come here yet. Where a move is about to
 * end the event, that is waited for. Throws what `change` throws.
 */
export type WhenFree = <Answer>(orgId: string, id: string, change: () => Promise<Answer>) => Promise<Answer>;

const ATTEMPTS = 20;
const PAUSE_MS = 50;

const reasonOf = (error: unknown): unknown => (error instanceof AppError ? error.details?.reason : undefined);

type Parts = { moves: Pick<MoveTaker, 'wait'>; readWaiting: ReadWaiting };

/** Makes it. */
export const makeWhenFree = ({ moves, readWaiting }: Parts): WhenFree => {
  const whenEnded = async <Answer>(change: () => Promise<Answer>): Promise<Answer> => {
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await change();
      } catch (error) {
        if (reasonOf(error) !== IS_ENDING) throw error;
        await delay(PAUSE_MS);
      }
    }
    return change();
  };

  return async (orgId, id, change) => {
    try {
      return await whenEnded(change);
    } catch (error) {
      if (reasonOf(error) !== WAITS_FOR_APPROVAL) throw error;
      const { standing } = await moves.wait(orgId, id, await readWaiting(orgId, id));
      if (standing.waits_for !== null) throw error;
      return whenEnded(change);
    }
  };
};
