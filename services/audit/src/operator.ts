import type { Envelope } from '@qsc/contracts/events';
import { openFileStore } from '@qsc/file-store';
import { type Change, type Composed, DuplicateKey, type Kit, makeKeyRing, runCommand } from '@qsc/service-kit';
import { backupDefinition, makeBackupStore } from './backup/backup.store.ts';
import { backupAt } from './backup/backup.ts';
import type { ChainService } from './chain/chain.service.ts';
import type { ChainStore } from './chain/chain.store.ts';
import { endsWithLost } from './checkpoint/lost-chain.ts';
import { openChains } from './compose/chain.ts';
import { auditCollections } from './compose/collections.ts';
import { composeVerification } from './compose/verification.ts';
import type { AuditConfig } from './config.ts';
import { makeRestoreDrillStore, restoreDrillDefinition } from './restore-drill/restore-drill.store.ts';
import { drillResultAt, type RecordedDrill, recordDrill } from './restore-drill/restore-drill.ts';

/** What an operator's command may do with the log. */
export type OperatorLog = {
  /** The chains of all organisations, those too of which only checkpoints are left. */
  ends: ChainStore['ends'];
  /** Verifies a chain, held against the checkpoints of its own database alone. */
  verify(orgId: string): ReturnType<ChainService['verify']>;
  /**
   * Keeps what a restore drill came to, with an entry in the log of each organisation that it is about. Gives how many; those
   * that have it already are not counted. Throws where it does not agree with itself or is in the future.
   */
  recordDrill(told: unknown): Promise<number>;
  /** Notes that a backup was made. False where one of that moment is noted already. Throws where it is of the future. */
  recordBackup(told: unknown): Promise<boolean>;
};

const compose = async (kit: Kit, config: AuditConfig): Promise<Composed & OperatorLog> => {
  const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY, formerKeys: config.AUDIT_FORMER_KEYS });
  const files = await openFileStore(config, kit);
  // A database that was restored is older than the checkpoints outside, which say so as they should.
  const chains = openChains(kit, { ring, files, keep: null });
  const drills = makeRestoreDrillStore(kit.open(restoreDrillDefinition));
  const { verify } = composeVerification(kit, { chains, config });
  const backups = makeBackupStore(kit.open(backupDefinition));
  /** False where it is there already. */
  const keep = async (collection: string, change: Change, events: readonly Envelope[]): Promise<boolean> => {
    try {
      await kit.unitOfWork.commit([change], events);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKey && error.collection === collection) return false;
      throw error;
    }
  };
  const keepDrill = ({ drill, event }: RecordedDrill): Promise<boolean> =>
    keep(restoreDrillDefinition.name, drills.insert(drill), [event]);
  return {
    routes: [],
    ends: () => endsWithLost(chains.chains, chains.kept.store.organizations),
    verify: (orgId) => verify(orgId, { from: null, to: null }),
    async recordDrill(told) {
      const result = drillResultAt(kit.clock()).parse(told);
      let recorded = 0;
      for await (const ends of chains.chains.ends())
        for (const { orgId } of ends) {
          const made = recordDrill(result, orgId, kit.clock());
          if (made && (await keepDrill(made))) recorded += 1;
        }
      return recorded;
    },
    recordBackup(told) {
      const now = kit.clock();
      return keep(backupDefinition.name, backups.insert(backupAt(now).parse(told), now), []);
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
