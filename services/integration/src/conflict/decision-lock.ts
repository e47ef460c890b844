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
import type { PendingDecision, PendingDecisionStore } from './pending-decision.store.ts';

/** The lock of a conflict for one decision while it is carried out. */
export type DecisionLock = {
  /** Locks the conflict. The same decision may have locked it before, interrupted. Throws `conflict` for another one. */
  acquire(conflict: Conflict, decision: ConflictDecision, call: Call): Promise<void>;
  /** The write that ends the lock with the decision. Throws `conflict` where the lock is lost. */
  ended(conflict: Conflict, decision: ConflictDecision): Promise<Change>;
  /** Ends the lock, since the decision was refused. */
  release(conflict: Conflict, decision: ConflictDecision): Promise<void>;
};

type Parts = { held: Omit<PendingDecisionStore, 'removals'>; unitOfWork: Pick<UnitOfWork, 'commit'> };

export const makeDecisionLock = ({ held, unitOfWork }: Parts): DecisionLock => {
  const acquire: DecisionLock['acquire'] = async (conflict, decision, call) => {
    try {
      await unitOfWork.commit([held.insert(conflict, decision, { actorId: call.actor.id, now: call.now })], []);
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      const present = await held.find(conflict);
      if (!present) return acquire(conflict, decision, call);
      if (!isSame(present, decision)) throw isDecided(present);
    }
  };

  return {
    acquire,
    async ended(conflict, decision) {
      const present = await held.find(conflict);
      if (present && isSame(present, decision)) return held.remove(present);
      throw clash('The conflict was decided by another user at the same time.');
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

const isSame = (present: PendingDecision, { resolution, value }: ConflictDecision): boolean =>
  present.resolution === resolution && sameValue(present.value, value ?? null);

const isDecided = ({ resolution, value, decided_by }: PendingDecision): AppError =>
  clash(
    'Another decision on the conflict is being carried out. If it was interrupted, it continues when the same decision is sent again.',
    { resolution, value, decided_by },
  );
