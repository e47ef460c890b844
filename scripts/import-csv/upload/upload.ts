import { inParallel } from '@qsc/service-kit/in-parallel';
import { makeAttributes } from '../record/difference.ts';
import type { Wanted } from '../record/wanted.ts';
import { intoChunks } from './chunk.ts';
import { makeChunkUpload, type UploadParts } from './chunk-upload.ts';

const CHUNKS_AT_ONCE = 2;
/** What an entity needs in a request beside what is counted, at the most. */
const FRAME_BYTES = 200;

/**
 * Brings the API to what the file says, kind after kind, since relationships need their targets first. What is there is
 * looked up, what is missing is created, what differs is changed; nothing else is sent, so a run can end anywhere and the
 * next one goes on.
 * @returns the ids by the entities' keys.
 */
export const upload = async (
  kinds: ReadonlyMap<string, readonly Wanted[]>,
  parts: UploadParts,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const [kind, all] of kinds) {
    const chunks = intoChunks(all, (wanted) => countBytes(wanted, parts.source));
    parts.progress.begin(kind, all.length);
    await inParallel(chunks, CHUNKS_AT_ONCE, makeChunkUpload(kind, ids, parts));
  }
  return ids;
};

const countBytes = (wanted: Wanted, source: string): number =>
  Buffer.byteLength(JSON.stringify([wanted.name, makeAttributes(wanted, source)])) +
  FRAME_BYTES * (1 + wanted.links.length);
