import type { Envelope } from '@qsc/contracts/events';
import { type Change, type Lease, type UnitOfWork, VersionConflict } from '@qsc/service-kit';
import type { ConnectionState } from './stopped.ts';
import type { SyncStore } from './sync.store.ts';
import { NO_PROGRESS, type Progress, partDone, progressed, type Sync } from './sync.ts';

/** The synchronisation was ended by somebody else (the connection was disabled), or is another replica's by now. */
export class SyncEnded extends Error {
  constructor(id: string) {
    super(`The synchronisation ${id} continues elsewhere or was ended.`);
    this.name = 'SyncEnded';
  }
}

/** The connection was disabled, lost its right, or is not there any more: nothing more is taken or sent. */
export class ConnectionInactive extends Error {
  readonly connection: ConnectionState;

  constructor(connection: ConnectionState) {
    super('The connection is not active any more.');
    this.name = 'ConnectionInactive';
    this.connection = connection;
  }
}

/** The connection has other settings or mappings by now: the synchronisation continues with those. */
export class ConnectionChanged extends Error {
  constructor() {
    super('The connection was changed.');
    this.name = 'ConnectionChanged';
  }
}

/** The commits of a synchronisation: each under the lease, with its progress. */
export type Ledger = {
  /** The synchronisation as it was committed last. */
  sync(): Sync;
  /** Asked before a page is written. Throws `ConnectionInactive`, `ConnectionChanged`. */
  requireUnchanged(): Promise<void>;
  /**
   * Commits the result of a page. It is stored also where the connection was disabled or changed after the page was written:
   * otherwise the same would be created again. Throws `VersionConflict` where a record of it was changed
   * since it was read, so that it is decided again, `DuplicateKey`, `SyncEnded` where nothing more may be written, and as
   * `requireUnchanged` does.
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
  /** Throws `ConnectionInactive`, `ConnectionChanged`. */
  requireUnchanged: () => Promise<void>;
  signal: AbortSignal;
};

/** Opens the ledger of a synchronisation under its lease. */
export const openLedger = (initial: Sync, { syncs, unitOfWork, lease, requireUnchanged, signal }: Parts): Ledger => {
  let sync = initial;

  /** Where the synchronisation was ended meanwhile, its results are stored. Throws `SyncEnded` unless it is ours. */
  const requireOurs = async (changes: readonly Change[]): Promise<void> => {
    const stored = await syncs.find(sync.org_id, sync.id);
    const isOurs = stored?.version === sync.version && changes.length > 0;
    if (isOurs && !signal.aborted) return;
    if (stored && stored.status !== 'running' && changes.length > 0 && !signal.aborted)
      await unitOfWork.commit([...changes, lease.fence()], []);
    throw new SyncEnded(sync.id);
  };

  const write = async (next: Sync, changes: readonly Change[], events: readonly Envelope[] = []): Promise<void> => {
    signal.throwIfAborted();
    try {
      await unitOfWork.commit([...changes, syncs.update(next), lease.fence()], events);
      sync = next;
    } catch (error) {
      if (error instanceof VersionConflict) await requireOurs(changes);
      throw error;
    }
  };

  const writeUnchanged = async (next: Sync, changes: readonly Change[]): Promise<void> => {
    if (changes.length === 0) await requireUnchanged();
    await write(next, changes);
    if (changes.length > 0) await requireUnchanged();
  };

  return {
    sync: () => sync,
    requireUnchanged,
    commit: (changes, progress = NO_PROGRESS, by = {}) => writeUnchanged(progressed(sync, progress, by), changes),
    close: (part) => writeUnchanged(partDone(sync, part), []),
    leave: (after, events) => write(after, [], events),
  };
};
