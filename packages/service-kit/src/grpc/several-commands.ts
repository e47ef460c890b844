import type { Envelope } from '@qsc/contracts/events';
import type { Command__Output } from '@qsc/contracts/grpc/mesh/v1/Command';
import type { Call } from '../call.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../error.ts';
import type { ReadLocalTime } from '../identity/organization.ts';
import { type Change, type Decision, DuplicateKey, insert } from '../mongo/change.ts';
import { type Collection, trusted } from '../mongo/collection.ts';
import { retryConflict } from '../mongo/retry-conflict.ts';
import type { IdempotencyRow, UnitOfWork } from '../mongo/unit-of-work.ts';
import { callOfCommand, commandKey } from './command.ts';

/** What became of one of several commands. */
export type Outcome<Answer> = { answer: Answer } | { refused: AppError };

/** What several commands come to: their writes and events together, and an outcome for each, in their order. */
export type DecidedCommands<Answer> = {
  changes: readonly Change[];
  events: readonly Envelope[];
  outcomes: readonly Outcome<Answer>[];
};

type Item = { command_id: string };

type Several<One extends Item> = {
  /** Who acts. */
  command: Command__Output | null;
  items: readonly One[];
  /** The ids of the records that the items are about. */
  records: readonly string[];
};

/**
 * Takes several commands of one message in one commit. Each is answered or refused by itself and acts once for its id: a
 * repetition gets the first answer, which is plain JSON, and a refused one leaves nothing, so that it may come again.
 * `decide` gets those that are new; it may be called again. Throws `invalid_request` for a message that names nobody or has an
 * id twice, and what refuses the commit.
 */
export type TakeCommands = <One extends Item, Answer>(
  method: string,
  several: Several<One>,
  decide: (items: readonly One[], call: Call) => Promise<DecidedCommands<Answer>>,
) => Promise<Outcome<Answer>[]>;

type Parts = { rows: Collection<IdempotencyRow>; unitOfWork: UnitOfWork; clock: Clock; localTime: ReadLocalTime };

const requireIds = (items: readonly Item[]): void => {
  const ids = new Set(items.map(({ command_id }) => command_id));
  if (ids.has('') || ids.size < items.length)
    throw new AppError('invalid_request', 'Each of several commands has an id of its own.');
};

/** The server's side of several commands in one message. */
export const makeTakeCommands = ({ rows, unitOfWork, clock, localTime }: Parts): TakeCommands => {
  const isTaken = (error: unknown): boolean =>
    error instanceof DuplicateKey && error.collection === rows.definition.name;

  const firstAnswers = async (keys: readonly string[]): Promise<Map<string, unknown>> => {
    const found = await rows.find({ _id: trusted({ $in: [...keys] }) });
    return new Map(found.map(({ _id, answer }) => [_id, JSON.parse(answer)]));
  };

  const storeAnswer = (key: string, answer: unknown): Change =>
    insert(rows, { _id: key, fingerprint: key, answer: JSON.stringify(answer), created_at: clock() });

  return async <One extends Item, Answer>(
    method: string,
    { command, items, records }: Several<One>,
    decide: (items: readonly One[], call: Call) => Promise<DecidedCommands<Answer>>,
  ) => {
    requireIds(items);
    const call = {
      ...callOfCommand(method, { command }, await localTime(command?.actor?.org_id ?? '')),
      idempotency: null,
    };
    const toKey = ({ command_id }: One) => commandKey(call.actor.org_id, method, command_id);
    const keys = items.map(toKey);

    const decideNew = async (): Promise<Decision<Outcome<Answer>[]>> => {
      const before = await firstAnswers(keys);
      const fresh = items.filter((item) => !before.has(toKey(item)));
      const { changes, events, outcomes } = await decide(fresh, call);
      const now = new Map(fresh.map((item, index) => [toKey(item), outcomes[index]]));
      const stored = [...now].flatMap(([key, outcome]) =>
        outcome && 'answer' in outcome ? [storeAnswer(key, outcome.answer)] : [],
      );
      const answer = keys.map((key) => now.get(key) ?? { answer: before.get(key) as Answer });
      return { changes: [...changes, ...stored], events, answer };
    };
    // Another replica may have committed some of them: the next attempt finds those.
    return retryConflict(() => unitOfWork.decide(call, { records: [...keys, ...records] }, decideNew), isTaken);
  };
};
