import { toCommandId } from '../local/command-id.ts';
import type { MirrorPair, MirrorRun } from './mirror.ts';

/** The id of a command that follows from a record of a mapping. */
export const toMirrorCommandId = (
  { connection, mapping }: Pick<MirrorRun, 'connection' | 'mapping'>,
  { externalId }: Pick<MirrorPair, 'externalId'>,
  about: readonly (string | number | null)[],
): string => toCommandId([connection.id, mapping.id, externalId, ...about]);
