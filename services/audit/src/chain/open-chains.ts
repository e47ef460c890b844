import type { FileStore } from '@qsc/file-store';
import type { KeyRing, Kit } from '@qsc/service-kit';
import { checkpointDefinition, makeCheckpointStore } from '../checkpoint/checkpoint.store.ts';
import { type CheckpointArchive, orNoArchive } from '../checkpoint/checkpoint-archive.ts';
import { makeNewestCheckpoints } from '../checkpoint/newest-checkpoint.ts';
import { entryDefinition } from '../entry/entry.store.ts';
import { makeSegmentReader } from '../segment/segment.reader.ts';
import {
  makeSegmentStore,
  removalDefinition,
  removalDueDefinition,
  segmentDefinition,
} from '../segment/segment.store.ts';
import { makeSegmentSeals } from '../segment/segment.ts';
import { type ChainService, makeChainService } from './chain.service.ts';
import { makeChainStore } from './chain.store.ts';
import { makeCheckpoints } from './checkpoint.ts';
import { makeBreakAgainst, makeCompareChain } from './comparison.ts';
import { makeVerificationStore, verificationDefinition } from './verification.store.ts';
import { makeChainWalk } from './walk.ts';

type Outside = { ring: KeyRing; files: FileStore; checkpointArchive: CheckpointArchive | null };

/** The chains as both programs read them: entries, archived segments, checkpoints. */
export const openChains = ({ open, log }: Kit, { ring, files, checkpointArchive: configured }: Outside) => {
  const checkpointArchive = orNoArchive(configured);
  const checkpoints = makeCheckpoints(ring);
  const store = makeCheckpointStore(open(checkpointDefinition));
  const chains = makeChainStore(open(entryDefinition));
  const seals = makeSegmentSeals(ring);
  const segments = makeSegmentStore({
    segments: open(segmentDefinition),
    removals: open(removalDefinition),
    dues: open(removalDueDefinition),
    seals,
  });
  const reader = makeSegmentReader({ store: segments, files, log });
  return {
    chains,
    checkpoints,
    checkpointParts: {
      checkpointArchive,
      store,
      newest: makeNewestCheckpoints({ checkpointArchive, store, checkpoints, log }),
    },
    seals,
    segments,
    reader,
    breakAgainst: makeBreakAgainst({ store: chains, segments: reader }),
    walk: makeChainWalk({ store: chains, segments: reader }),
  };
};

export type Chains = ReturnType<typeof openChains>;

/** Verification of the chains. */
export const openVerification = ({ open, unitOfWork, clock }: Kit, all: Chains): ChainService => {
  const { chains, walk, reader, checkpointParts, checkpoints, breakAgainst } = all;
  return makeChainService({
    store: chains,
    walk,
    segments: reader,
    compare: makeCompareChain({ breakAgainst, newest: checkpointParts.newest }),
    checkpoints,
    verifications: makeVerificationStore(open(verificationDefinition)),
    unitOfWork,
    clock,
  });
};
