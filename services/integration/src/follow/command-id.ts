import { createHash } from 'node:crypto';
import type { FollowedPair, FollowRun } from './follow.ts';

/** The id of a command that follows from a record of a mapping: the same for the same, however often it is asked for. */
export const commandIdOf = (
  { connection, mapping }: Pick<FollowRun, 'connection' | 'mapping'>,
  { externalId }: Pick<FollowedPair, 'externalId'>,
  about: readonly (string | number | null)[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([connection.id, mapping.id, externalId, ...about]))
    .digest('base64url');
