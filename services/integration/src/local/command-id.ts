import { createHash } from 'node:crypto';

/**
 * The id of a command out of what it is about, in JSON: the same whenever the same is asked for again, so that it acts once. It is
 * asked for by later releases too, so what it is made of stays.
 */
export const commandIdOf = (about: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(about)).digest('base64url');
