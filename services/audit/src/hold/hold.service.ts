import {
  type Call,
  conflict,
  DuplicateKey,
  notFound,
  type PageOf,
  requireUnversioned,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { RetentionTurn } from '../retention/retention.store.ts';
import type { HoldStore, ShownHold } from './hold.store.ts';
import { type HoldInput, liftHold, placeHold } from './hold.ts';

export type HoldService = {
  /** Throws what `placeHold` throws. */
  place(input: HoldInput, call: Call): Promise<ShownHold>;
  list(orgId: string, query: { page: number; per_page: number }): Promise<PageOf<ShownHold>>;
  /** Throws `not_found`, and `conflict` for a hold that was lifted before. */
  lift(id: string, call: Call): Promise<void>;
};

type Parts = {
  store: HoldStore;
  turn: Pick<RetentionTurn, 'taken'>;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** The use cases of legal holds (decisions §4, "Audit log"). */
export const makeHoldService = ({ store, turn, unitOfWork }: Parts): HoldService => ({
  async place(input, call) {
    return unitOfWork.decide(call, {}, () => {
      const { hold, event } = placeHold(input, call);
      const changes = [store.insert(hold), turn.taken(hold.org_id)];
      return { changes, events: [event], answer: { ...hold, lifted_at: null, lifted_by: null } };
    });
  },
  list: store.list,
  async lift(id, call) {
    const decided = unitOfWork.decide(call, { records: [id] }, async () => {
      const found = await store.find(call.actor.org_id, id);
      if (!found) throw notFound('legal hold', id);
      requireUnversioned(call);
      const { lift, event } = liftHold(found.hold, found.lift, call);
      return { changes: [store.insertLift(lift)], events: [event], answer: undefined };
    });
    return decided.catch((error: unknown) => {
      throw error instanceof DuplicateKey ? conflict('The hold was lifted by someone else at the same time.') : error;
    });
  },
});
