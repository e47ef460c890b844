import { type AppError, unavailable } from '../error.ts';

const AWAY: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoTopologyClosedError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
]);

const LABELS = ['TransientTransactionError', 'RetryableWriteError', 'UnknownTransactionCommitResult'];

/** A write to a connection that the server has ended; the driver hands the socket's own error on. */
const ENDED = 'EPIPE';

/** `TransactionExceededLifetimeLimitSeconds`: a server that is too busy took the transaction back, and says so without a label. */
const TAKEN_BACK = 290;

type DriverError = Error & { code?: unknown; hasErrorLabel?: (label: string) => boolean; errorResponse?: unknown };

/**
 * Whether the database could not be reached, changed its primary or took a transaction back: nobody's input is at fault, and a
 * later try may pass.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const known: DriverError = error;
  if (AWAY.has(known.name) || known.code === ENDED || known.code === TAKEN_BACK) return true;
  if (LABELS.some((label) => known.hasErrorLabel?.(label) === true)) return true;
  // A bulk write wraps what it met, and the driver puts no label on an error of a connection that it has given up.
  return isDatabaseAway(known.errorResponse);
};

/** The coded error where the database could not be reached, null for any other fault. */
export const toDatabaseAway = (error: unknown): AppError | null =>
  isDatabaseAway(error) ? unavailable('The data cannot be reached at the moment. Try again.', error) : null;
