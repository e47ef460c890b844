import type { Follow, FollowOutcome } from '../follow/follow.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { MappingRun } from './mapping-run.ts';
import { follows, type Item, problemOf } from './pair.ts';

/** What was taken over of a page beside its fields, and what ended it before its time. */
export type Following = { items: Item[]; halted: Error | null };

/** Takes over what of written records is more than their fields: files, states, signatures. */
export type FollowItems = (run: MappingRun, items: readonly Item[]) => Promise<Following>;

/**
 * Follows the records of a page one after the other. What halts it leaves the rest as unsent, so that they come again; what was
 * taken over until then is kept.
 */
export const makeFollowItems =
  ({ follow }: { follow: Follow }): FollowItems =>
  async (run, items) => {
    if (!follows(run.mapping)) return { items: [...items], halted: null };
    const after: Item[] = [];
    let halted: Error | null = null;
    for (const item of items) {
      const outcome: Item | Error = halted ?? (await followItem(run, item, follow));
      if (outcome instanceof Error) halted = outcome;
      after.push(outcome instanceof Error ? postponed(item) : outcome);
    }
    return { items: after, halted };
  };

const isFollowed = ({ merged, problem, again, unsent, local, pair }: Item): boolean =>
  merged !== null && !problem && !again && !unsent && local?.deleted === false && pair.externalId !== null;

const postponed = (item: Item): Item => (isFollowed(item) ? { ...item, unsent: true } : item);

const followItem = async (run: MappingRun, item: Item, follow: Follow): Promise<Item | Error> => {
  const { pair, local } = item;
  const { externalId, remote } = pair;
  if (!isFollowed(item) || !local || externalId === null || remote === null || remote === 'deleted') return item;
  try {
    const about = { followed: item.link?.followed ?? {}, linkVersion: item.link?.version ?? 0 };
    return followed(item, await follow(run, { externalId, remote, local, ...about }));
  } catch (error) {
    if (isHalt(error)) return error;
    throw error;
  }
};

const followed = (item: Item, { problems, followed: kept, local }: FollowOutcome): Item => {
  const [first] = problems;
  return { ...item, local, followed: kept, problem: first ? problemOf(item.pair, first.code, first) : null };
};

const isHalt = (error: unknown): error is Error =>
  error instanceof RemoteTrouble || error instanceof AuthorizationLost || error instanceof RemoteRefusal;
