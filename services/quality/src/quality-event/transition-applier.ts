import type { Envelope, TransitionSnapshot } from '@qsc/contracts/events';
import { type Decision, type ListRecordMoves, systemCall, transitionsToApply, type UnitOfWork } from '@qsc/service-kit';
import { applyTransition, withLockUpdate } from './applied-transition.ts';
import { requireFieldsGiven } from './content-guard.ts';
import { type QualityEventStore, requireEvent } from './quality-event.store.ts';
import type { QualityEvent } from './quality-event.ts';
import { type LockUpdate, released, requiringFields, reserved, type TransitionLock } from './transition-lock.ts';

/**
 * Applies the transitions of the workflow to quality events: each once and in order, whether the event or a call brings it
 * first.
 */
export type TransitionApplier = {
  /**
   * Decides what a transition changes, including missing earlier ones. It changes nothing where it was applied before or does
   * not concern the record. Throws `not_found`, and `service_unavailable` while the workflow service cannot list the missing
   * ones.
   */
  decide(orgId: string, transition: TransitionSnapshot): Promise<Decision<QualityEvent>>;
  /** Applies a transition in a commit. Returns the event after it. Throws as `decide`. */
  apply(orgId: string, transition: TransitionSnapshot): Promise<QualityEvent>;
  /** Lists the transitions that the event has not applied yet, and commits them. Throws `not_found`. */
  catchUp(orgId: string, id: string): Promise<QualityEvent>;
  /**
   * Reserves an event for a transition, for half a minute: nothing but transitions changes it. Returns it. Throws `not_found`.
   */
  reserve(orgId: string, id: string): Promise<QualityEvent>;
  /**
   * Releases a reservation whose transition was refused. A transition that was applied since has released it already; a
   * reservation made after that belongs to others and stays. Throws `not_found`.
   */
  release(reserved: QualityEvent): Promise<void>;
  /**
   * Prevents the removal of fields that a transition requires which is committed next. Throws `not_found`, and
   * `missing_required_fields` for an event that lacks one of them.
   */
  requireFields(orgId: string, id: string, fields: readonly string[]): Promise<QualityEvent>;
  /** Stores which approval the event waits for since a transition, unless a later transition is known. Throws `not_found`. */
  setAwaitedApproval(
    orgId: string,
    id: string,
    awaited: { approvalId: string | null; move: number },
  ): Promise<QualityEvent>;
};

type Parts = {
  store: QualityEventStore;
  listTransitions: ListRecordMoves;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** Applies transitions in the unit of work. */
export const makeTransitionApplier = ({ store, listTransitions, unitOfWork, clock }: Parts): TransitionApplier => {
  const toDecision = (
    before: QualityEvent,
    transitions: readonly TransitionSnapshot[],
    updates: readonly LockUpdate[] = [],
  ): Decision<QualityEvent> => {
    const events: Envelope[] = [];
    let event = before;
    for (const transition of transitions) {
      const decided = applyTransition(event, transition);
      events.push(...decided.events);
      event = decided.event;
    }
    const updated = updates.reduce(withLockUpdate, event);
    return { changes: store.changes({ before, event: updated }), events, answer: updated };
  };

  const decide: TransitionApplier['decide'] = async (orgId, transition) => {
    const before = await requireEvent(store, orgId, transition.record_id);
    const listAfter = (applied: number) => listTransitions(orgId, before.id, applied);
    const applied = await transitionsToApply(transition, { applied: before.record_moves, listAfter });
    return toDecision(before, applied, [transition]);
  };

  const commit = (orgId: string, id: string, decided: () => Promise<Decision<QualityEvent>>) =>
    unitOfWork.decide(systemCall(orgId, clock()), { records: [id] }, decided);

  const changeLock = (orgId: string, id: string, next: (lock: TransitionLock, event: QualityEvent) => TransitionLock) =>
    commit(orgId, id, async () => {
      const before = await requireEvent(store, orgId, id);
      const event = { ...before, transition_lock: next(before.transition_lock, before) };
      return { changes: store.changes({ before, event }), events: [], answer: event };
    });

  return {
    decide,
    apply: (orgId, transition) => commit(orgId, transition.record_id, () => decide(orgId, transition)),
    catchUp: (orgId, id) =>
      commit(orgId, id, async () => {
        const before = await requireEvent(store, orgId, id);
        return toDecision(before, await listTransitions(orgId, id, before.record_moves));
      }),
    reserve: (orgId, id) => changeLock(orgId, id, (lock) => reserved(lock, clock())),
    async release({ org_id, id, record_moves }) {
      await changeLock(org_id, id, (lock, event) => (event.record_moves === record_moves ? released(lock) : lock));
    },
    requireFields: (orgId, id, fields) =>
      changeLock(orgId, id, (lock, event) => {
        requireFieldsGiven(event, fields);
        return requiringFields(lock, fields);
      }),
    setAwaitedApproval: (orgId, id, { approvalId, move: transition }) =>
      commit(orgId, id, async () => {
        const update = { number: transition, approval_id: approvalId, required_fields: [] };
        return toDecision(await requireEvent(store, orgId, id), [], [update]);
      }),
  };
};
