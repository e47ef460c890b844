import { createHash } from 'node:crypto';

/**
 * The id of a command, derived from its subject: the same for each repetition, so that it acts once. Later releases must derive
 * the same ids.
 */
export const toCommandId = (about: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(about)).digest('base64url');
