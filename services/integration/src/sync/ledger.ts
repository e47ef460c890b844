import type { Envelope } from '@qsc/contracts/events';
import { type Change, type Lease, type UnitOfWork, VersionConflict } from '@qsc/service-kit';
import type { SyncStore } from './sync.store.ts';
import { NO_PROGRESS, type Progress, partDone, progressed, type Sync } from './sync.ts';

/** The synchronisation was ended by somebody else (the connection was disabled), or is another replica's by now. */
export class SyncEnded extends Error {
  constructor(id: string) {
    super(`The synchronisation ${id} goes on elsewhere or was ended.`);
    this.name = 'SyncEnded';
  }
}

/** The connection was disabled, or is not there any more: nothing more is taken or sent. */
export class ConnectionInactive extends Error {
  constructor() {
    super('The connection is not active any more.');
    this.name = 'ConnectionInactive';
  }
}

/** How a replica writes what its synchronisation comes to: each commit under the lease, with the progress that it stands for. */
export type Ledger = {
  /** The synchronisation as it was committed last. */
  sync(): Sync;
  /**
   * Commits what a page came to. Throws `VersionConflict` where a record of it was changed since it was read, so that it is
   * decided again, `DuplicateKey`, `SyncEnded` where nothing more may be written, and `ConnectionInactive`.
   */
  commit(changes: readonly Change[], progress?: Progress, by?: Partial<Sync>): Promise<void>;
  /** Notes that a part is done. Throws as `commit` does. */
  close(part: string): Promise<void>;
  /** Ends the synchronisation, or puts it off. Throws `SyncEnded`. */
  leave(after: Sync, events: readonly Envelope[]): Promise<void>;
};

type Parts = {
  syncs: Pick<SyncStore, 'find' | 'update'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  lease: Pick<Lease, 'fence'>;
  isActive: () => Promise<boolean>;
  signal: AbortSignal;
};

/** Opens the ledger of a synchronisation that this replica holds the lease of. */
export const openLedger = (begun: Sync, { syncs, unitOfWork, lease, isActive, signal }: Parts): Ledger => {
  let sync = begun;

  const requireOurs = async (): Promise<void> => {
    const stored = await syncs.find(sync.org_id, sync.id);
    if (signal.aborted || stored?.version !== sync.version) throw new SyncEnded(sync.id);
  };

  const write = async (next: Sync, changes: readonly Change[], events: readonly Envelope[] = []): Promise<void> => {
    signal.throwIfAborted();
    try {
      await unitOfWork.commit([...changes, syncs.update(next), lease.fence()], events);
      sync = next;
    } catch (error) {
      if (error instanceof VersionConflict) {
        await requireOurs();
        if (changes.length === 0) throw new SyncEnded(sync.id);
      }
      throw error;
    }
  };

  const writeActive = async (next: Sync, changes: readonly Change[]): Promise<void> => {
    if (!(await isActive())) throw new ConnectionInactive();
    await write(next, changes);
  };

  return {
    sync: () => sync,
    commit: (changes, progress = NO_PROGRESS, by = {}) => writeActive(progressed(sync, progress, by), changes),
    close: (part) => writeActive(partDone(sync, part), []),
    leave: (after, events) => write(after, [], events),
  };
};
