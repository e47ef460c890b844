import type { Mirror, MirrorOutcome } from '../mirror/mirror.ts';
import { AuthorizationLost, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { MappingRun } from './mapping-run.ts';
import { type Item, mirrors, toProblem } from './pair.ts';

/** The items of a page after mirroring, and the error that stopped it. */
export type Mirroring = { items: Item[]; halted: Error | null };

/** Mirrors files, states and signatures of written records. */
export type MirrorItems = (run: MappingRun, items: readonly Item[]) => Promise<Mirroring>;

/**
 * Mirrors the records of a page one after the other. An error that stops it leaves the rest unsent, so that they come again.
 */
export const makeMirrorItems =
  ({ mirror }: { mirror: Mirror }): MirrorItems =>
  async (run, items) => {
    if (!mirrors(run.mapping)) return { items: [...items], halted: null };
    const after: Item[] = [];
    let halted: Error | null = null;
    for (const item of items) {
      const outcome: Item | Error = halted ?? (await mirrorItem(run, item, mirror));
      if (outcome instanceof Error) halted = outcome;
      after.push(outcome instanceof Error ? postponed(item) : outcome);
    }
    return { items: after, halted };
  };

const isMirrored = ({ merged, problem, again, unsent, local, pair }: Item): boolean =>
  merged !== null && !problem && !again && !unsent && local?.deleted === false && pair.externalId !== null;

const postponed = (item: Item): Item => (isMirrored(item) ? { ...item, unsent: true } : item);

const mirrorItem = async (run: MappingRun, item: Item, mirror: Mirror): Promise<Item | Error> => {
  const { pair, local } = item;
  const { externalId, remote } = pair;
  if (!isMirrored(item) || !local || externalId === null || remote === null || remote === 'deleted') return item;
  try {
    const about = { mirrored: item.link?.mirrored ?? {}, linkVersion: item.link?.version ?? 0 };
    return mirrored(item, await mirror(run, { externalId, remote, local, ...about }));
  } catch (error) {
    if (isHalt(error)) return error;
    throw error;
  }
};

const mirrored = (item: Item, { problems, mirrored: stored, local }: MirrorOutcome): Item => {
  const [first] = problems;
  return { ...item, local, mirrored: stored, problem: first ? toProblem(item.pair, first.code, first) : null };
};

const isHalt = (error: unknown): error is Error =>
  error instanceof RemoteTrouble || error instanceof AuthorizationLost || error instanceof RemoteRefusal;
