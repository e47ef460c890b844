import type { Chains } from '../chain/open-chains.ts';
import type { EntryCollection, StoredEntry } from '../entry/entry.store.ts';
import { type ArchivedEntries, archivedEstimate, makeArchivedEntries } from './archived-entry.ts';
import { type ExportedEntries, type ExportFilter, makeExportedEntries } from './exported-entry.store.ts';

/** The log as an export reads it: the requested entries up to a sequence number, from database and archive. */
export type ExportedLog = Pick<ExportedEntries, 'estimate'> & {
  /**
   * The entries in the order of the chain, in batches; `fields`: the fields to read. Throws where entries were removed from the
   * database meanwhile, so that the export has to be repeated.
   */
  batches(
    orgId: string,
    request: ExportFilter,
    read: { lastSequence: number; fields: readonly string[] },
  ): AsyncGenerator<StoredEntry[]>;
};

/** The log of the database, with the archive for removed entries. */
export const makeExportedLog = (stored: ExportedEntries, archive: ArchivedEntries): ExportedLog => ({
  async estimate(orgId, request, lastSequence) {
    const removed = await archive.segments(orgId, request, lastSequence);
    return archivedEstimate(removed, request) + (await stored.estimate(orgId, request, lastSequence));
  },

  async *batches(orgId, request, { lastSequence, fields }) {
    const removed = await archive.segments(orgId, request, lastSequence);
    let first = 1;
    for (const segment of removed) {
      const { first_sequence, last_sequence } = segment.seal;
      // Of a segment that is being removed, some entries may be left; its file has all of them.
      if (first < first_sequence)
        yield* stored.batches(orgId, request, { range: { first, last: first_sequence - 1 }, fields });
      yield* archive.batches(segment, request, { lastSequence, fields });
      first = last_sequence + 1;
    }
    yield* stored.batches(orgId, request, { range: { first, last: lastSequence }, fields });
    const removedNow = await archive.segments(orgId, request, lastSequence);
    if (removedNow.length > removed.length) throw new Error('Entries were removed while they were exported.');
  },
});

/** The log as exports read it, including removed entries. */
export const openExportedLog = (entries: EntryCollection, { segments, reader }: Pick<Chains, 'segments' | 'reader'>) =>
  makeExportedLog(makeExportedEntries(entries), makeArchivedEntries({ store: segments, reader }));
