import { type Call, conflict, DuplicateKey, type PageOf, requireMatch, type UnitOfWork } from '@qsc/service-kit';
import type { HistoryQuery } from './retention.schemas.ts';
import type { RetentionStore, RetentionTurn } from './retention.store.ts';
import { type RetentionPolicy, type RetentionRules, replacePolicy } from './retention.ts';

export type RetentionService = {
  /** The current policy. */
  get(orgId: string): Promise<RetentionPolicy>;
  /** Throws what `replacePolicy` throws, `precondition_failed`, and `conflict` when another one was set at the same time. */
  replace(rules: RetentionRules, call: Call): Promise<RetentionPolicy>;
  history(orgId: string, query: HistoryQuery): Promise<PageOf<RetentionPolicy>>;
};

type Parts = { store: RetentionStore; turn: RetentionTurn; unitOfWork: Pick<UnitOfWork, 'decide'> };

/** The use cases of retention policies (decisions §4, "Audit log"). */
export const makeRetentionService = ({ store, turn, unitOfWork }: Parts): RetentionService => ({
  get: store.current,
  async replace(rules, call) {
    const { org_id: orgId } = call.actor;
    const decided = unitOfWork.decide(call, { records: ['retention'] }, async () => {
      const current = await store.current(orgId);
      requireMatch(call, current.version);
      const next = replacePolicy(current, rules, call);
      if (!next) return { changes: [], events: [], answer: current };
      const changes = [store.insert(orgId, next.policy), turn.taken(orgId)];
      return { changes, events: [next.event], answer: next.policy };
    });
    return decided.catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
      throw conflict('The policy was replaced by someone else at the same time. Read it again.');
    });
  },
  history: store.history,
});
