import { commandIdOf } from '../local/command-id.ts';
import type { FollowedPair, FollowRun } from './follow.ts';

/** The id of a command that follows from a record of a mapping. */
export const followCommandIdOf = (
  { connection, mapping }: Pick<FollowRun, 'connection' | 'mapping'>,
  { externalId }: Pick<FollowedPair, 'externalId'>,
  about: readonly (string | number | null)[],
): string => commandIdOf([connection.id, mapping.id, externalId, ...about]);
