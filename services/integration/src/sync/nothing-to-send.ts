import type { Link } from '../link/link.ts';
import type { LocalRecord } from '../local/local-record.ts';
import { sendsStates } from '../mirror/mirrored-field.ts';
import type { MappingRun } from './mapping-run.ts';
import { mirrors } from './pair.ts';
import { toLocalSide } from './reading.ts';

/** Whether what is sent of a record is what was last alike. */
export const hasNothingToSend = (run: MappingRun, link: Link, record: LocalRecord | undefined): boolean => {
  const { shadow } = link;
  const side = toLocalSide(run, record ?? null);
  if (shadow === null || side === null || side === 'deleted' || link.external_id === null) return false;
  // A transition may leave the record at its version.
  if (sendsStates(run.mapping)) return false;
  if (mirrors(run.mapping) && record?.version !== link.local_version) return false;
  return [...run.rules.sentBack].every((target) => run.rules.same(target, side[target], shadow[target]));
};
