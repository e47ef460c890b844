/** Something about the command, the mapping or the credential that the caller must mend; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The import could not go on; the same command continues it. Exit code 1. */
export class Unfinished extends Error {
  override name = 'Unfinished';
}
