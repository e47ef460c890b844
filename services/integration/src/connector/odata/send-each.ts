import { inParallel } from '@qsc/service-kit';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import { type Outcome, toError } from './answer.ts';

/** What came of one request: its answer, whatever its status, or why there is none. */
export type SendOutcome = Outcome | RemoteRefusal | RemoteTrouble;

export const isError = (result: SendOutcome): result is RemoteRefusal | RemoteTrouble =>
  result instanceof RemoteRefusal || result instanceof RemoteTrouble;

/** Statuses that a retry would repeat: they are the result of the row. */
const IS_ANSWER = new Set([409, 412]);

/**
 * The outcome of a write as its row's own. Throws what concerns more than this row (the credential, the rate), and trouble
 * that a further try may heal; a record is not made twice for that.
 */
export const ownOutcome = (outcome: Outcome, method: string): Outcome => {
  const error = toError(outcome);
  if (error instanceof RemoteRefusal && (error.code === 'INVALID_SESSION' || error.code === 'RATE_LIMIT')) throw error;
  if (error instanceof RemoteTrouble && method !== 'POST' && !IS_ANSWER.has(outcome.status)) throw error;
  return outcome;
};

/**
 * Sends each by itself, `parallel` at a time. An error that concerns all ends it, and the unsent rest gets that error. Throws
 * it where nothing was done yet.
 */
export const sendEach = async <T extends { id: string }>(
  items: readonly T[],
  send: (item: T) => Promise<SendOutcome>,
  parallel = 1,
): Promise<Map<string, SendOutcome>> => {
  let end: EndOfAll | null = null;
  const all = await inParallel(items, parallel, async (item) => {
    const one = end ?? (await send(item).catch((error: unknown) => rowError(error)));
    if (one instanceof EndOfAll) end = one;
    return { id: item.id, one };
  });
  const [first] = all;
  if (first?.one instanceof EndOfAll && all.every(({ one }) => one instanceof EndOfAll)) throw first.one.reason;
  return new Map(all.map(({ id, one }) => [id, one instanceof EndOfAll ? one.forRow : one]));
};

class EndOfAll {
  readonly reason: unknown;
  readonly forRow: RemoteRefusal;

  constructor(reason: unknown, forRow: RemoteRefusal) {
    this.reason = reason;
    this.forRow = forRow;
  }
}

const rowError = (error: unknown): SendOutcome | EndOfAll => {
  if (error instanceof RemoteTrouble) return error;
  if (error instanceof RemoteRefusal)
    return error.code === 'INVALID_SESSION' || error.code === 'RATE_LIMIT' ? new EndOfAll(error, error) : error;
  if (error instanceof AuthorizationLost)
    return new EndOfAll(error, new RemoteRefusal('INVALID_SESSION', error.message));
  throw error;
};
