import type { Envelope } from '@qsc/contracts/events';
import type { Call } from '../call.ts';
import { runWithContext } from '../context.ts';
import { AppError } from '../error.ts';
import { isDatabaseAway } from './away.ts';
import { type Change, type Decision, VersionConflict } from './change.ts';

/** What decisions draw on one after the other, such as the last number of a series. */
export type Shared<State> = {
  /** Names it, in the organisation: decisions of the same key share commits. */
  key: string;
  read(): Promise<State>;
  /** The writes of a later state. Their commit fails with `VersionConflict` where it was changed since it was read. */
  write(before: State, after: State): readonly Change[];
};

/** A decision, and what it leaves to those after it. */
export type Drawn<State, Answer> = { state: State; decision: Decision<Answer> };

/**
 * As `decide`, for decisions that change the same shared state: those that come while a commit is under way are decided one
 * after the other and committed together, the shared state once. Each is answered or refused by itself: one that throws draws
 * nothing, and one that the commit refuses is told apart from the others. A decision may be asked for again.
 */
export type DecideTogether = <State, Answer>(
  call: Call,
  shared: Shared<State>,
  decide: (state: State) => Drawn<State, Answer> | Promise<Drawn<State, Answer>>,
) => Promise<Answer>;

type Parts = {
  commit: (changes: readonly Change[], events: readonly Envelope[]) => Promise<void>;
  /** The row that keeps the answer of an idempotent request. */
  answerRow: (call: Call, answer: unknown) => Change[];
  /** Runs it again while records were changed meanwhile. */
  untilCommitted: <T>(run: () => Promise<T>) => Promise<T>;
};

type Requested = {
  call: Call;
  decide: (state: unknown) => Drawn<unknown, unknown> | Promise<Drawn<unknown, unknown>>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** As many as requests share one transaction elsewhere: one commit is a few hundred changes at most. */
const BATCH = 64;

const splitInHalf = (batch: Requested[]): [Requested[], Requested[]] => {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
};

const answerTo = ({ call, resolve }: Requested, answer: unknown): void => {
  if (call.idempotency) call.idempotency.stored = true;
  resolve(answer);
};

const isNobodysFault = (error: unknown): boolean => error instanceof AppError || isDatabaseAway(error);

/** Decisions that share commits; those of one key are taken by one run at a time. */
export const makeDecideTogether = ({ commit, answerRow, untilCommitted }: Parts): DecideTogether => {
  const waiting = new Map<string, Requested[]>();

  const decideAll = async (shared: Shared<unknown>, batch: readonly Requested[]): Promise<(() => void)[]> => {
    const before = await shared.read();
    const changes: Change[] = [];
    const events: Envelope[] = [];
    const outcomes: (() => void)[] = [];
    let state = before;
    for (const requested of batch) {
      try {
        const { decision, ...drawn } = await requested.decide(state);
        changes.push(...decision.changes, ...answerRow(requested.call, decision.answer));
        events.push(...decision.events);
        state = drawn.state;
        outcomes.push(() => answerTo(requested, decision.answer));
      } catch (error) {
        if (error instanceof VersionConflict) throw error;
        outcomes.push(() => requested.reject(error));
      }
    }
    if (changes.length + events.length > 0) await commit([...shared.write(before, state), ...changes], events);
    return outcomes;
  };

  const take = async (shared: Shared<unknown>, batch: Requested[]): Promise<void> => {
    try {
      for (const settle of await untilCommitted(() => decideAll(shared, batch))) settle();
    } catch (error) {
      if (batch.length === 1 || isNobodysFault(error)) for (const { reject } of batch) reject(error);
      else for (const half of splitInHalf(batch)) await take(shared, half);
    }
  };

  const takeAll = async (key: string, shared: Shared<unknown>, requested: Requested[]): Promise<void> => {
    while (requested.length > 0) await take(shared, requested.splice(0, BATCH));
    waiting.delete(key);
  };

  return <State, Answer>(
    call: Call,
    shared: Shared<State>,
    decide: (state: State) => Drawn<State, Answer> | Promise<Drawn<State, Answer>>,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const key = `${call.actor.org_id}/${shared.key}`;
      const requested = { call, decide, resolve, reject } as Requested;
      const others = waiting.get(key);
      if (others) return void others.push(requested);
      const first = [requested];
      waiting.set(key, first);
      // They answer several requests, so what is logged stands in the context of none.
      void runWithContext({}, () => takeAll(key, shared as Shared<unknown>, first));
    });
};
