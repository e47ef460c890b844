import type { FileStore } from '@qsc/file-store';
import { type Clock, errorFields, type Lease, type Log, type UnitOfWork } from '@qsc/service-kit';
import type { ChainEnd, ChainStore } from '../chain/chain.store.ts';
import { EMPTY_CHAIN, type Head } from '../entry/entry.ts';
import type { RetentionStore } from '../retention/retention.store.ts';
import { archiveBefore, type RetentionPolicy } from '../retention/retention.ts';
import { archivedEvent } from './segment.event.ts';
import type { Segment, SegmentStore } from './segment.store.ts';
import { BrokenChain, type SegmentWriter } from './segment.writer.ts';

type Parts = {
  chains: Pick<ChainStore, 'ends'>;
  policies: Pick<RetentionStore, 'current'>;
  segments: Pick<SegmentStore, 'readLast' | 'insert'>;
  writer: SegmentWriter;
  files: Pick<FileStore, 'confirm' | 'discard'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  log: Log;
};

type Held = Pick<Lease, 'fence'>;

/**
 * One pass over all chains: writes entries older than the archive age of their organisation to signed files, in segments that
 * follow each other without a gap. The last entry of a chain is never archived, so that the end of the chain is always in the
 * database. A file counts once the segment's row is committed with it; after a crash before that, it is swept.
 */
export const makeArchiver = (parts: Parts): ((lease: Held, signal: AbortSignal) => Promise<void>) => {
  const { chains, policies, segments, writer, files, unitOfWork, clock, log } = parts;

  const commit = async (segment: Segment, policy: RetentionPolicy, lease: Held): Promise<void> => {
    const { seal, file } = segment;
    try {
      const changes = [segments.insert(segment), files.confirm(file), lease.fence()];
      await unitOfWork.commit(changes, [archivedEvent(seal, policy, clock())]);
    } catch (error) {
      await files.discard(seal.org_id, file);
      throw error;
    }
  };

  const readHead = (last: Segment | null): Head =>
    last ? { sequence: last.seal.last_sequence, hash: last.seal.last_hash } : EMPTY_CHAIN;

  const archiveChain = async ({ orgId, sequence }: ChainEnd, lease: Held, signal: AbortSignal): Promise<void> => {
    const policy = await policies.current(orgId);
    const before = archiveBefore(policy, clock());
    for (;;) {
      signal.throwIfAborted();
      const from = readHead(await segments.readLast(orgId));
      const segment = await writer.write({ orgId, from, last: sequence - 1, before, now: clock() });
      if (!segment) return;
      await commit(segment, policy, lease);
    }
  };

  return async (lease, signal) => {
    for await (const ends of chains.ends())
      for (const end of ends) {
        signal.throwIfAborted();
        await archiveChain(end, lease, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          const level = error instanceof BrokenChain ? 'error' : 'warn';
          log[level]('a part of a chain was not archived', { org_id: end.orgId, ...errorFields(error) });
        });
      }
  };
};
