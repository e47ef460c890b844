import type { AnyRoute, Kit } from '@qsc/service-kit';
import { conflictRoutes } from '../conflict/conflict.routes.ts';
import { makeConflictService } from '../conflict/conflict.service.ts';
import { type ConflictStore, conflictDefinition, makeConflictStore } from '../conflict/conflict.store.ts';
import { makeDecisionLock } from '../conflict/decision-lock.ts';
import {
  makePendingDecisionStore,
  type PendingDecisionStore,
  pendingDecisionDefinition,
} from '../conflict/pending-decision.store.ts';
import type { Connection } from '../connection/connection.ts';
import type { LinkStore } from '../link/link.store.ts';
import type { LocalRecords } from '../local/local-record.ts';

export const conflictCollections = [conflictDefinition, pendingDecisionDefinition];

type Others = {
  /** Throws `not_found`. */
  connections: { get(orgId: string, id: string): Promise<Pick<Connection, 'sync_config' | 'mappings'>> };
  links: Pick<LinkStore, 'find' | 'update'>;
  records: Pick<LocalRecords, 'read' | 'write'>;
};

/** The fields that wait for somebody: their store, which the synchronisation fills, the decisions of them, and their routes. */
export const composeConflicts = (
  { open, unitOfWork }: Kit,
  others: Others,
): { store: ConflictStore; pendingDecisions: PendingDecisionStore; routes: AnyRoute[] } => {
  const store = makeConflictStore(open(conflictDefinition));
  const pendingDecisions = makePendingDecisionStore(open(pendingDecisionDefinition));
  const locks = makeDecisionLock({ held: pendingDecisions, unitOfWork });
  const routes = conflictRoutes(makeConflictService({ store, locks, unitOfWork, ...others }));
  return { store, pendingDecisions, routes };
};
