import type { Envelope } from '@qsc/contracts/events';
import { openFileStore } from '@qsc/file-store';
import { type Change, type Composed, DuplicateKey, type Kit, makeKeyRing, runCommand } from '@qsc/service-kit';
import { backupDefinition, makeBackupStore } from './backup/backup.store.ts';
import { backupAt } from './backup/backup.ts';
import type { ChainService } from './chain/chain.service.ts';
import type { ChainStore } from './chain/chain.store.ts';
import { openChains, openVerification } from './chain/open-chains.ts';
import { endsWithLost } from './checkpoint/newest-checkpoint.ts';
import { auditCollections } from './collections.ts';
import type { AuditConfig } from './config.ts';
import { makeRestoreDrillStore, restoreDrillDefinition } from './restore-drill/restore-drill.store.ts';
import { drillResultAt, type RecordedDrill, recordDrill } from './restore-drill/restore-drill.ts';

/** The operations of an operator's command. */
export type OperatorLog = {
  /** The ends of all chains, including those of which only checkpoints are left. */
  ends: ChainStore['ends'];
  /** Verifies a chain, with the checkpoints of its own database alone. */
  verify(orgId: string): ReturnType<ChainService['verify']>;
  /**
   * Stores the result of a restore drill, with an entry in the log of each organisation that it concerns. Returns their number;
   * repeated ones are not counted. Throws for a result that contradicts itself or is in the future.
   */
  recordDrill(input: unknown): Promise<number>;
  /** Stores that a backup was made. False where one of that moment is stored already. Throws for a moment in the future. */
  recordBackup(input: unknown): Promise<boolean>;
};

const compose = async (kit: Kit, config: AuditConfig): Promise<Composed & OperatorLog> => {
  const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
  const files = await openFileStore(config, kit);
  // A restored database is older than the checkpoints outside, which would report that correctly.
  const chains = openChains(kit, { ring, files, checkpointArchive: null });
  const drills = makeRestoreDrillStore(kit.open(restoreDrillDefinition));
  const { verify } = openVerification(kit, chains);
  const backups = makeBackupStore(kit.open(backupDefinition));
  /** False where it exists already. */
  const insertOnce = async (collection: string, change: Change, events: readonly Envelope[]): Promise<boolean> => {
    try {
      await kit.unitOfWork.commit([change], events);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKey && error.collection === collection) return false;
      throw error;
    }
  };
  const storeDrill = ({ drill, event }: RecordedDrill): Promise<boolean> =>
    insertOnce(restoreDrillDefinition.name, drills.insert(drill), [event]);
  return {
    routes: [],
    ends: () => endsWithLost(chains.chains, chains.checkpointParts.store.organizations),
    verify: (orgId) => verify(orgId, { from: null, to: null }),
    async recordDrill(input) {
      const result = drillResultAt(kit.clock()).parse(input);
      let recorded = 0;
      for await (const ends of chains.chains.ends())
        for (const { orgId } of ends) {
          const made = recordDrill(result, orgId, kit.clock());
          if (made && (await storeDrill(made))) recorded += 1;
        }
      return recorded;
    },
    recordBackup(input) {
      const now = kit.clock();
      return insertOnce(backupDefinition.name, backups.insert(backupAt(now).parse(input), now), []);
    },
  };
};

/** Runs an operator's command on the log of a database, without listening. */
export const withAuditLog = <Result>(
  config: AuditConfig,
  run: (log: OperatorLog) => Promise<Result>,
): Promise<Result> =>
  runCommand<Composed & OperatorLog, Result>(
    { name: 'audit', config, collections: auditCollections, compose: (kit) => compose(kit, config) },
    run,
  );
