import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope, TransitionSnapshot } from '@qsc/contracts/events';
import { z } from 'zod';
import { systemCall } from '../call.ts';
import type { Clock } from '../clock.ts';
import { conflict, notFound } from '../error.ts';
import { type Change, RecordReserved } from '../mongo/change.ts';
import type { UnitOfWork } from '../mongo/unit-of-work.ts';
import type { SettleTransition } from './workflow.client.ts';

/** The transition or decision of a record that is under way, and what it brings to the content. */
export const Reservation = z.object({
  transition_id: z.string(),
  until: z.date(),
  patch: z.record(z.string(), z.unknown()),
});

export type Reservation = z.infer<typeof Reservation>;

/** What the owner of a record stores of its transitions. Changing it is no new version. */
export type Reservable = {
  id: string;
  org_id: string;
  reservation?: Reservation | null | undefined;
  last_transition_id?: string | null | undefined;
};

/** `lastTransitionId`: the last transition of the record by its workflow; null for none. */
export type ReserveRequest = { id: string; transitionId: string; lastTransitionId: string | null };

type Effect = { changes: readonly Change[]; events: readonly Envelope[] };

/** The transitions of records at their owner (docs/decisions/0010). */
export type Reservations<Owned extends Reservable> = {
  /**
   * Throws `RecordReserved` for a record that is reserved for a transition. A reservation that is over is settled before the record
   * is read again: its transition is applied, or it never happens.
   */
  requireFree(record: Owned): void;
  /**
   * Reserves the record for a transition that passes `check`; by the same id it is the same reservation. Returns the answer of the
   * check. Throws `not_found`, `conflict` for a record whose last transition is another one than that of its workflow, and what
   * `check` throws.
   */
  reserve<Answer>(
    orgId: string,
    request: ReserveRequest,
    check: (record: Owned) => Promise<{ patch: Record<string, unknown>; answer: Answer }>,
  ): Promise<Answer>;
  /** The effects of a committed transition; none where the record is not reserved for it. */
  decide(orgId: string, transition: TransitionSnapshot): Promise<Effect>;
  /** Applies a committed transition in a commit. */
  apply(orgId: string, transition: TransitionSnapshot): Promise<void>;
  /** Ends a reservation without a transition. */
  release(orgId: string, id: string, transitionId: string): Promise<void>;
  /** The record, after the transition that its workflow names as the last one; null where there is none. */
  read(orgId: string, id: string, lastTransitionId: string | null): Promise<Owned | null>;
};

type Parts<Owned> = {
  /** The kind of record, for messages. */
  what: string;
  find: (orgId: string, id: string) => Promise<Owned | null>;
  /** The write of a record of which only the reservation has changed. */
  write: (before: Owned, after: Owned) => Change[];
  /** The effects of a transition on a record that is reserved for it, without the reservation. */
  applyTo: (before: Owned, transition: TransitionSnapshot) => Effect;
  settleTransition: SettleTransition;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: Clock;
};

/** Longer than a transition usually takes until it is committed; a later commit is refused once the reservation is settled. */
const RESERVATION_MS = 30_000;
const PAUSE_MS = 25;
const NONE: Effect = { changes: [], events: [] };

/** Why a reservation is refused: `details.reason` of the `conflict`. */
export const OUT_OF_STEP = 'out_of_step';

/** The filter of a record whose transitions are the same as when it was read. */
export const transitionGuard = ({ reservation, last_transition_id }: Omit<Reservable, 'id' | 'org_id'>) => ({
  'reservation.transition_id': reservation?.transition_id ?? null,
  last_transition_id: last_transition_id ?? null,
});

const requireInStep = ({ id, last_transition_id }: Reservable, lastTransitionId: string | null): void => {
  if ((last_transition_id ?? null) === lastTransitionId) return;
  throw conflict(
    `The record ${id} and its workflow are not at the same transition. Restore the databases of both to the same moment.`,
    { reason: OUT_OF_STEP },
  );
};

/** Reserves records, and applies transitions to them. What ends a reservation does not queue behind writes that wait for its end. */
export const makeReservations = <Owned extends Reservable>(parts: Parts<Owned>): Reservations<Owned> => {
  const { what, find, write, applyTo, settleTransition, unitOfWork, clock } = parts;

  const commit = (orgId: string, decide: () => Promise<Effect>): Promise<void> =>
    unitOfWork.decide(systemCall(orgId, clock()), {}, async () => ({ ...(await decide()), answer: undefined }));

  const decide = async (orgId: string, transition: TransitionSnapshot): Promise<Effect> => {
    const before = await find(orgId, transition.record_id);
    return before?.reservation?.transition_id === transition.id ? applyTo(before, transition) : NONE;
  };

  const apply = (orgId: string, transition: TransitionSnapshot): Promise<void> =>
    commit(orgId, () => decide(orgId, transition));

  const release = (orgId: string, id: string, transitionId: string): Promise<void> =>
    commit(orgId, async () => {
      const before = await find(orgId, id);
      if (before?.reservation?.transition_id !== transitionId) return NONE;
      return { changes: write(before, { ...before, reservation: null }), events: [] };
    });

  const settle = async ({ org_id, id }: Owned, { transition_id }: Reservation): Promise<void> => {
    const transition = await settleTransition(org_id, transition_id);
    await (transition ? apply(org_id, transition) : release(org_id, id, transition_id));
  };

  const waitFor = (record: Owned, reservation: Reservation, isCommitted: boolean): never => {
    const isOver = isCommitted || reservation.until <= clock();
    throw new RecordReserved(() => (isOver ? settle(record, reservation) : delay(PAUSE_MS)));
  };

  return {
    decide,
    apply,
    release,
    requireFree(record) {
      if (record.reservation) waitFor(record, record.reservation, false);
    },
    reserve: (orgId, { id, transitionId, lastTransitionId }, check) =>
      unitOfWork.decide(systemCall(orgId, clock()), {}, async () => {
        const before = await find(orgId, id);
        if (!before) throw notFound(what, id);
        const { reservation } = before;
        if (reservation && reservation.transition_id !== transitionId)
          waitFor(before, reservation, reservation.transition_id === lastTransitionId);
        requireInStep(before, lastTransitionId);
        const { patch, answer } = await check(before);
        const until = new Date(clock().getTime() + RESERVATION_MS);
        const after = { ...before, reservation: { transition_id: transitionId, until, patch } };
        return { changes: write(before, after), events: [], answer };
      }),
    async read(orgId, id, lastTransitionId) {
      const record = await find(orgId, id);
      if (!record?.reservation || record.reservation.transition_id !== lastTransitionId) return record;
      await settle(record, record.reservation);
      return find(orgId, id);
    },
  };
};
