import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@qsc/service-kit';
import type { ReadWaiting } from '../workflow.client.ts';
import { RESERVED, WAITS_FOR_APPROVAL } from './content-guard.ts';
import type { TransitionApplier } from './transition-applier.ts';

/**
 * Makes a change of an event that its transition lock may refuse. Where the event waits for approval, the workflow service is
 * asked first whether it still does: the decision may not have arrived here yet. Where it is reserved for a transition, the
 * change is retried. Throws what `change` throws.
 */
export type WhenUnlocked = <Answer>(orgId: string, id: string, change: () => Promise<Answer>) => Promise<Answer>;

const ATTEMPTS = 20;
const PAUSE_MS = 50;

const refusalReason = (error: unknown): unknown => (error instanceof AppError ? error.details?.reason : undefined);

type Parts = { transitions: Pick<TransitionApplier, 'setAwaitedApproval'>; readWaiting: ReadWaiting };

/** Retries a change until the event is unlocked. */
export const makeWhenUnlocked = ({ transitions, readWaiting }: Parts): WhenUnlocked => {
  const whenReleased = async <Answer>(change: () => Promise<Answer>): Promise<Answer> => {
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await change();
      } catch (error) {
        if (refusalReason(error) !== RESERVED) throw error;
        await delay(PAUSE_MS);
      }
    }
    return change();
  };

  return async (orgId, id, change) => {
    try {
      return await whenReleased(change);
    } catch (error) {
      if (refusalReason(error) !== WAITS_FOR_APPROVAL) throw error;
      const { transition_lock: lock } = await transitions.setAwaitedApproval(orgId, id, await readWaiting(orgId, id));
      if (lock.awaiting_approval !== null) throw error;
      return whenReleased(change);
    }
  };
};
