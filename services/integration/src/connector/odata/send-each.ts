import { inParallel } from '../../parallel.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import { errorOf, type Outcome } from './answer.ts';

/** What came of one request: its answer, whatever its status, or why there is none. */
export type Came = Outcome | RemoteRefusal | RemoteTrouble;

export const isError = (came: Came): came is RemoteRefusal | RemoteTrouble =>
  came instanceof RemoteRefusal || came instanceof RemoteTrouble;

/** What will be the same if the same is asked again at once, so the row gets it as it is. */
const IS_ANSWER = new Set([409, 412]);

/**
 * The outcome of a write as its row's own. Throws what concerns more than this row (the credential, the rate), and trouble
 * that a further try may heal; a record is not made twice for that.
 */
export const ownOutcome = (outcome: Outcome, method: string): Outcome => {
  const error = errorOf(outcome);
  if (error instanceof RemoteRefusal && (error.code === 'INVALID_SESSION' || error.code === 'RATE_LIMIT')) throw error;
  if (error instanceof RemoteTrouble && method !== 'POST' && !IS_ANSWER.has(outcome.status)) throw error;
  return outcome;
};

/**
 * Sends each by itself, `parallel` at a time, and keeps what was done: an error that concerns all ends it, and what was not sent
 * gets that error. Throws it where nothing was done yet.
 */
export const sendEach = async <T extends { id: string }>(
  items: readonly T[],
  send: (item: T) => Promise<Came>,
  parallel = 1,
): Promise<Map<string, Came>> => {
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

const rowError = (error: unknown): Came | EndOfAll => {
  if (error instanceof RemoteTrouble) return error;
  if (error instanceof RemoteRefusal)
    return error.code === 'INVALID_SESSION' || error.code === 'RATE_LIMIT' ? new EndOfAll(error, error) : error;
  if (error instanceof AuthorizationLost)
    return new EndOfAll(error, new RemoteRefusal('INVALID_SESSION', error.message));
  throw error;
};
