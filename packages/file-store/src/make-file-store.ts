import { pipeline } from 'node:stream/promises';
import { newId } from '@qsc/contracts';
import {
  type Change,
  type Clock,
  type Collection,
  defineCollection,
  insert,
  remove,
  replace,
  trusted,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import { z } from 'zod';
import { makeMeasure, readPart, verified } from './checksum.ts';
import { DamagedFile, type FileStore } from './file-store.ts';
import { MissingBytes, type Place } from './place.ts';

/** A file that no commit refers to yet (version 1), or that is being removed (version 2). */
export const markDefinition = defineCollection({
  name: 'file_mark',
  shape: z.object({ _id: z.string(), org_id: z.string(), version: z.number().int(), created_at: z.date() }),
  indexes: [{ keys: { created_at: 1 } }],
  shared: true,
});

export type FileMark = z.infer<typeof markDefinition.shape>;

type Parts = { place: Place; fileMarks: Collection<FileMark>; unitOfWork: Pick<UnitOfWork, 'commit'>; clock: Clock };

const PROVISIONAL = 1;
const GOING = 2;
/** Longer than any upload takes, and than the three hours for which a worker may write a file (packages/service-kit, topology). */
const PROVISIONAL_MS = 4 * 3_600_000;
const BATCH = 100;

const toKey = (orgId: string, fileId: string): string => `${orgId}/${fileId}`;

/** The files of a service, at a place, with their marks in the service's own database. */
export const makeFileStore = ({ place, fileMarks, unitOfWork, clock }: Parts): FileStore => {
  const markAs = (orgId: string, fileId: string, version: number): FileMark => ({
    _id: fileId,
    org_id: orgId,
    version,
    created_at: clock(),
  });

  /** False when somebody else has changed the mark: confirmed the file, or removed it. */
  const committed = async (change: Change): Promise<boolean> => {
    try {
      await unitOfWork.commit([change], []);
      return true;
    } catch (error) {
      if (error instanceof VersionConflict) return false;
      throw error;
    }
  };

  const finish = async ({ _id, org_id }: FileMark): Promise<void> => {
    await place.remove(toKey(org_id, _id));
    await committed(remove(fileMarks, _id, GOING));
  };

  /** Once the mark says that the file goes, no commit can confirm it any more. */
  const takeBack = async (mark: FileMark): Promise<boolean> => {
    const going = { ...mark, version: GOING };
    if (mark.version === PROVISIONAL && !(await committed(replace(fileMarks, going, PROVISIONAL)))) return false;
    await finish(going);
    return true;
  };

  const discard: FileStore['discard'] = async (orgId, { file_id }) => {
    await takeBack(markAs(orgId, file_id, PROVISIONAL));
  };

  return {
    async put(content, { orgId, limit }) {
      const file_id = newId('file');
      await unitOfWork.commit([insert(fileMarks, markAs(orgId, file_id, PROVISIONAL))], []);
      const { stream, sum } = makeMeasure(limit);
      const given = pipeline(content, stream);
      const written = place.write(toKey(orgId, file_id), stream);
      written.catch((error: Error) => stream.destroy(error));
      // Both have to end before anything is removed, or one would write on.
      const ends = await Promise.allSettled([written, given]);
      const failed = ends.find((end) => end.status === 'rejected');
      if (!failed) return { file_id, ...sum() };
      await discard(orgId, { file_id });
      throw failed.reason;
    },
    confirm: ({ file_id }) => remove(fileMarks, file_id, PROVISIONAL),
    discard,
    async open(orgId, file, range) {
      const isWhole = !range || (range.start === 0 && range.end === file.size_bytes - 1);
      try {
        const source = await place.read(toKey(orgId, file.file_id), isWhole ? undefined : range);
        return isWhole ? verified(source, file) : readPart(source, { file, range });
      } catch (error) {
        throw error instanceof MissingBytes ? new DamagedFile(file, null) : error;
      }
    },
    release: (orgId, { file_id }) => insert(fileMarks, markAs(orgId, file_id, GOING)),
    async remove(orgId, { file_id }) {
      const mark = markAs(orgId, file_id, GOING);
      await unitOfWork.commit([insert(fileMarks, mark)], []);
      await finish(mark);
    },
    async sweep(now) {
      const before = new Date(now.getTime() - PROVISIONAL_MS);
      const faults: unknown[] = [];
      let removed = 0;
      while (faults.length < BATCH) {
        const old = await fileMarks.find(
          { created_at: trusted({ $lt: before }) },
          { sort: { created_at: 1, _id: 1 }, skip: faults.length, limit: BATCH },
        );
        for (const mark of old)
          try {
            if (await takeBack(mark)) removed += 1;
          } catch (error) {
            faults.push(error);
          }
        if (old.length < BATCH) break;
      }
      if (faults.length === 0) return removed;
      throw new Error(`Files that could not be removed: ${faults.length}`, { cause: faults[0] });
    },
    isReady: place.isReady,
    close: place.close,
  };
};
