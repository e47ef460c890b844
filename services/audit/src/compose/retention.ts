import type { FileStore } from '@qsc/file-store';
import { type AnyRoute, type Kit, type Leases, makeSoleWorker, type Runner } from '@qsc/service-kit';
import { entryDefinition } from '../entry/entry.store.ts';
import { type IsHeld, makeIsHeld } from '../hold/held-record.query.ts';
import { holdRoutes } from '../hold/hold.routes.ts';
import { makeHoldService } from '../hold/hold.service.ts';
import { holdDefinition, holdLiftDefinition, makeHoldStore } from '../hold/hold.store.ts';
import { retentionRoutes } from '../retention/retention.routes.ts';
import { makeRetentionService } from '../retention/retention.service.ts';
import {
  makeRetentionStore,
  makeRetentionTurn,
  retentionDefinition,
  turnDefinition,
} from '../retention/retention.store.ts';
import { makeRetentionEvidence } from '../retention/retention-evidence.ts';
import { makeEntryRemoval } from '../segment/entry-removal.ts';
import { makeArchiver } from '../segment/segment.archiver.ts';
import { makeRemover } from '../segment/segment.remover.ts';
import { makeSegmentWriter } from '../segment/segment.writer.ts';
import type { Chains } from './chain.ts';
import { openExportedLog } from './exports.ts';

/** The collections of retention. */
export const retentionCollections = [retentionDefinition, turnDefinition, holdDefinition, holdLiftDefinition] as const;

/** Policies and holds, as both programs read them. */
export const openRetention = ({ open }: Pick<Kit, 'open'>) => ({
  policies: makeRetentionStore(open(retentionDefinition)),
  holds: makeHoldStore({ holds: open(holdDefinition), lifts: open(holdLiftDefinition) }),
  turn: makeRetentionTurn(open(turnDefinition)),
});

/** Retention policies and legal holds. */
export const composeRetention = (kit: Kit): { routes: AnyRoute[]; isHeld: IsHeld } => {
  const { policies, holds, turn } = openRetention(kit);
  const { unitOfWork, clock } = kit;
  return {
    isHeld: makeIsHeld({ holds, clock }),
    routes: [
      ...retentionRoutes(makeRetentionService({ store: policies, turn, unitOfWork })),
      ...holdRoutes(makeHoldService({ store: holds, turn, unitOfWork })),
    ],
  };
};

const EVERY_MS = 10 * 60_000;

type Parts = { chains: Chains; files: FileStore; leases: Leases; everyMs: number | undefined; segmentEntries?: number };

/** The work that archives and removes by the policies, on one replica, pass after pass. */
export const composeArchive = (
  kit: Kit,
  { chains: { chains, seals, segments, reader }, files, leases, everyMs = EVERY_MS, segmentEntries }: Parts,
): Runner => {
  const { unitOfWork, clock, log, open } = kit;
  const { policies, holds, turn } = openRetention(kit);
  const parts = { chains, segments, unitOfWork, clock, log, policies };
  const entries = open(entryDefinition);
  const evidence = makeRetentionEvidence({ log: openExportedLog(entries, { segments, reader }), policies, holds });
  const atMost = segmentEntries === undefined ? {} : { atMost: segmentEntries };
  const writer = makeSegmentWriter({ store: chains, files, seals, ...atMost });
  const archive = makeArchiver({ ...parts, writer, files });
  const remove = makeRemover({ ...parts, evidence, turn, reader, removal: makeEntryRemoval(entries) });
  return makeSoleWorker({
    name: 'retention',
    leases,
    async work(lease, signal) {
      await archive(lease, signal);
      await remove(lease, signal);
    },
    everyMs,
    log,
  });
};
