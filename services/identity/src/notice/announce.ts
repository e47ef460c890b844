import { type Call, type Decision, insert, type UnitOfWork } from '@qsc/service-kit';
import type { Bulletin } from './bulletin.ts';
import type { NoticeStore } from './notice.store.ts';
import type { Notice } from './notice.ts';

/** A decision with what caches in the mesh must drop because of it. */
export type Announced<Answer> = Decision<Answer> & { notices: readonly Notice[] };

/**
 * Decides and commits, notices included, and answers only after the watchers have them: what was revoked is refused with
 * the next request. Throws what `decide` throws.
 */
export type Announce = <Answer>(
  call: Call,
  target: { records?: readonly string[] },
  decide: () => Promise<Announced<Answer>>,
) => Promise<Answer>;

type Parts = { unitOfWork: UnitOfWork; notices: NoticeStore; bulletin: Pick<Bulletin, 'deliver'> };

export const makeAnnounce =
  ({ unitOfWork, notices: { collection }, bulletin }: Parts): Announce =>
  async (call, target, decide) => {
    let committed: readonly Notice[] = [];
    const answer = await unitOfWork.decide(call, target, async () => {
      const { notices, ...decision } = await decide();
      committed = notices;
      return { ...decision, changes: [...decision.changes, ...notices.map((notice) => insert(collection, notice))] };
    });
    await bulletin.deliver(committed);
    return answer;
  };
