const AWAY: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoTopologyClosedError',
  'MongoOperationTimeoutError',
  'MongoWaitQueueTimeoutError',
  'MongooseServerSelectionError',
]);

const LABELS = ['TransientTransactionError', 'RetryableWriteError', 'UnknownTransactionCommitResult'];

type Labelled = Error & { hasErrorLabel?: (label: string) => boolean };

/** Whether the database could not be reached or changed its primary: nobody's input is at fault, and a later try may pass. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return AWAY.has(error.name) || LABELS.some((label) => (error as Labelled).hasErrorLabel?.(label) === true);
};
