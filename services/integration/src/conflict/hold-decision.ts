import {
  type AppError,
  type Call,
  type Change,
  conflict as clash,
  DuplicateKey,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import { sameValue } from '../mapping/values.ts';
import type { Conflict, ConflictDecision } from './conflict.ts';
import type { HeldDecision, HeldDecisionStore } from './held-decision.store.ts';

/** Conflicts that are held for one decision while it is carried out, so that no other one is beside it. */
export type HoldDecision = {
  /** Holds the conflict; it may be held for the same decision already, which was interrupted. Throws `conflict` for another one. */
  hold(conflict: Conflict, decision: ConflictDecision, call: Call): Promise<void>;
  /** The write that ends the hold with the decision. Throws `conflict` where it is held for it no more. */
  ended(conflict: Conflict, decision: ConflictDecision): Promise<Change>;
  /** Lets others decide, since the decision was refused for good. */
  release(conflict: Conflict, decision: ConflictDecision): Promise<void>;
};

type Parts = { held: Omit<HeldDecisionStore, 'removals'>; unitOfWork: Pick<UnitOfWork, 'commit'> };

export const makeHoldDecision = ({ held, unitOfWork }: Parts): HoldDecision => {
  const hold: HoldDecision['hold'] = async (conflict, decision, call) => {
    try {
      await unitOfWork.commit([held.insert(conflict, decision, { actorId: call.actor.id, now: call.now })], []);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      const present = await held.find(conflict);
      if (!present) return hold(conflict, decision, call);
      if (!isSame(present, decision)) throw isDecided(present);
    }
  };

  return {
    hold,
    async ended(conflict, decision) {
      const present = await held.find(conflict);
      if (present && isSame(present, decision)) return held.remove(present);
      throw clash('The conflict was decided by somebody else at the same time.');
    },
    async release(conflict, decision) {
      const present = await held.find(conflict);
      if (!present || !isSame(present, decision)) return;
      try {
        await unitOfWork.commit([held.remove(present)], []);
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    },
  };
};

const isSame = (present: HeldDecision, { resolution, value }: ConflictDecision): boolean =>
  present.resolution === resolution && sameValue(present.value, value ?? null);

const isDecided = ({ resolution, value, decided_by }: HeldDecision): AppError =>
  clash(
    'Somebody has decided the conflict otherwise, and that is being carried out. Where it was interrupted, it goes on when the same decision is sent again.',
    { resolution, value, decided_by },
  );
