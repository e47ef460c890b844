import { movesStatesThere } from '../follow/followed-field.ts';
import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import type { MappingRun } from './mapping-run.ts';
import { follows } from './pair.ts';
import { localSideOf } from './reading.ts';

/** Whether what is sent of a record is what was last alike. */
export const hasNothingToSend = (run: MappingRun, link: Link, record: LocalRecord | undefined): boolean => {
  const { shadow } = link;
  const side = localSideOf(run, record ?? null);
  if (shadow === null || side === null || side === 'deleted' || link.external_id === null) return false;
  // A move of a workflow may leave the record at its version.
  if (movesStatesThere(run.mapping)) return false;
  if (follows(run.mapping) && record?.version !== link.local_version) return false;
  return [...run.rules.sentBack].every((target) => run.rules.same(target, side[target], shadow[target]));
};
