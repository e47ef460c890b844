import type { FileStore } from '@qsc/file-store';
import type { KeyRing, Kit } from '@qsc/service-kit';
import { makeChainStore } from '../chain/chain.store.ts';
import { makeCheckpoints } from '../chain/checkpoint.ts';
import { makeBreakAgainst } from '../chain/comparison.ts';
import { makeChainWalk } from '../chain/walk.ts';
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

/** The collections of chains. */
export const chainCollections = [
  entryDefinition,
  checkpointDefinition,
  segmentDefinition,
  removalDefinition,
  removalDueDefinition,
] as const;

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
