import { hash } from 'node:crypto';
import { ID_PREFIX, newId } from '@qsc/contracts';
import {
  AppError,
  type Call,
  type Clock,
  type Decision,
  DuplicateKey,
  errorFields,
  type Log,
  notFound,
  OUT_OF_STEP,
  type UnitOfWork,
  unavailable,
} from '@qsc/service-kit';
import type { RecordClient, ReserveRequest } from '../record/record.client.ts';
import type { WorkflowRecord } from '../record/record.ts';
import type { InstanceStore } from './instance.store.ts';
import type { Instance, TransitionRecord } from './instance.ts';
import { type OutcomeStore, outcomeDefinition } from './outcome.store.ts';

/** A record that is reserved, as it will be, and its instance. */
export type Reserved = { instance: Instance; record: WorkflowRecord };

/**
 * Reserves the record as `toRequest` says, which checks the instance first. Reserving again replaces what was requested. Where another
 * transition was committed since the instance was read, it is checked again. Throws `not_found`, the refusals of the check and of the
 * record's owner, and `conflict` where record and instance are not at the same transition.
 */
export type Reserve = (toRequest: (instance: Instance) => Promise<ReserveRequest>) => Promise<Reserved>;

/** What an act under a reservation commits; `transition` is null where the record stays in its state. */
export type ReservedDecision<Answer> = Decision<Answer> & { transition: TransitionRecord | null };

/** `key`: what the act is identified by where it is no request; `byOwner`: the owner applies the transition itself. */
export type ReservedAct = { recordId: string; key?: string | undefined; byOwner?: boolean | undefined };

export type ReservedActs = {
  /**
   * Commits an act on a record while its owner has it reserved for it, so that at most one transition or decision of a record is
   * under way. Afterwards the owner applies the transition, or releases the record. Where the answer of the commit is lost, it is
   * settled first whether it was committed. Throws what `prepare`, the reservation and the decision throw.
   */
  run<Answer>(
    call: Call,
    act: ReservedAct,
    prepare: (reserve: Reserve) => Promise<(transitionId: string) => Promise<ReservedDecision<Answer>>>,
  ): Promise<Answer>;
  /** The transition that was committed by the id; null where none was, and then none ever will be. */
  settle(orgId: string, transitionId: string): Promise<TransitionRecord | null>;
};

type Parts = {
  store: Pick<InstanceStore, 'current' | 'transition'>;
  outcomes: OutcomeStore;
  records: Pick<RecordClient, 'reserve' | 'apply' | 'release'>;
  unitOfWork: Pick<UnitOfWork, 'decide' | 'commit'>;
  clock: Clock;
  log: Log;
};

/** How many settled acts of one key are followed by another try of it. */
const ATTEMPTS = 10;

const toId = (parts: readonly string[]): string =>
  `${ID_PREFIX.transition}_${hash('sha256', parts.join('\0'), 'hex').slice(0, 32)}`;

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.httpStatus < 500;

/** Whether the act was aborted, or committed by another replica. */
const isSettledElsewhere = (error: unknown): boolean =>
  error instanceof DuplicateKey && error.collection === outcomeDefinition.name;

/** The error of an act whose reservation ended before its commit. */
export const reservationOver = (): AppError => unavailable('The reservation of the record is over. Try again.');

const isOutOfStep = (error: unknown): boolean => error instanceof AppError && error.details?.reason === OUT_OF_STEP;

/** Commits acts under reservations (docs/decisions/0010). */
export const makeReservedActs = ({ store, outcomes, records, unitOfWork, clock, log }: Parts): ReservedActs => {
  /**
   * The repetition of a request or reaction has the same id until the act is settled; what is tried after that has another one. A
   * request without a key is no repetition: its request id comes from the client and may stand for several acts.
   */
  const nextId = async ({ actor, idempotency }: Call, { recordId, key }: ReservedAct): Promise<string> => {
    const request = key ?? (idempotency && `${idempotency.id} ${idempotency.fingerprint}`);
    if (!request) return newId('transition');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const id = toId([actor.org_id, recordId, request, String(attempt)]);
      if ((await outcomes.find(actor.org_id, id)) === null) return id;
    }
    return newId('transition');
  };

  /** Whether the act was committed. If not, its commit is refused from now on. */
  const isCommitted = async (orgId: string, id: string): Promise<boolean> => {
    const known = await outcomes.find(orgId, id);
    if (known) return known === 'committed';
    try {
      await unitOfWork.commit([outcomes.insert(orgId, id, 'aborted', clock())], []);
      return false;
    } catch (error) {
      if (!(error instanceof DuplicateKey)) throw error;
      return (await outcomes.find(orgId, id)) === 'committed';
    }
  };

  const settle: ReservedActs['settle'] = async (orgId, id) =>
    (await isCommitted(orgId, id)) ? store.transition(orgId, id) : null;

  const reserveInStep = async (
    call: Call,
    { recordId, transitionId }: Target,
    toRequest: ToRequest,
  ): Promise<Reserved> => {
    const { org_id } = call.actor;
    const instance = await store.current(org_id, recordId);
    if (!instance) throw notFound('workflow instance of a record', recordId);
    const { last_transition_id: lastTransitionId } = instance;
    // Another replica has just committed the same act.
    if (lastTransitionId === transitionId) throw reservationOver();
    try {
      const request = await toRequest(instance);
      return { instance, record: await records.reserve(call, { recordId, transitionId, lastTransitionId }, request) };
    } catch (error) {
      const isOvertaken =
        isOutOfStep(error) && (await store.current(org_id, recordId))?.last_transition_id !== lastTransitionId;
      if (!isOvertaken) throw error;
      return reserveInStep(call, { recordId, transitionId }, toRequest);
    }
  };

  /** Where the owner is not reachable, the event of a transition applies it, and a reservation without one is settled once it is over. */
  const endReservation = async (
    { actor: { org_id } }: Call,
    { recordId, byOwner, transitionId }: Target & ReservedAct,
    transition: TransitionRecord | null,
  ): Promise<void> => {
    if (transition && byOwner) return;
    const ended = transition ? records.apply(org_id, transition) : records.release(org_id, recordId, transitionId);
    await ended.catch((error: unknown) =>
      log.warn('the owner of a record did not end its reservation yet', {
        transition_id: transitionId,
        ...errorFields(error),
      }),
    );
  };

  return {
    settle,
    async run(call, act, prepare) {
      const { org_id } = call.actor;
      const transitionId = await nextId(call, act);
      const target = { ...act, transitionId };
      let mayBeReserved = false;
      let decided: ReservedDecision<Awaited<ReturnType<Awaited<ReturnType<typeof prepare>>>>['answer']> | undefined;
      const reserve: Reserve = async (toRequest) => {
        try {
          const reserved = await reserveInStep(call, target, toRequest);
          mayBeReserved = true;
          return reserved;
        } catch (error) {
          mayBeReserved ||= !isRefusal(error);
          throw error;
        }
      };
      try {
        const decide = await prepare(reserve);
        const answer = await unitOfWork.decide(call, { records: [act.recordId] }, async () => {
          decided = await decide(transitionId);
          const outcome = outcomes.insert(org_id, transitionId, 'committed', call.now);
          return { ...decided, changes: [...decided.changes, outcome] };
        });
        await endReservation(call, target, decided?.transition ?? null);
        return answer;
      } catch (error) {
        if (!mayBeReserved) throw error;
        const committed = await isCommitted(org_id, transitionId).catch(() => {
          throw error;
        });
        await endReservation(call, target, committed ? await store.transition(org_id, transitionId) : null);
        if (isSettledElsewhere(error)) throw reservationOver();
        if (!committed || !decided || error instanceof DuplicateKey) throw error;
        return decided.answer;
      }
    },
  };
};

type ToRequest = Parameters<Reserve>[0];
type Target = { recordId: string; transitionId: string };
