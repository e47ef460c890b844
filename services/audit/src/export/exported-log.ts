import type { StoredEntry } from '../entry/entry.store.ts';
import { type ArchivedEntries, archivedEstimate } from './archived-entry.ts';
import type { Asked, ExportedEntries } from './exported-entry.store.ts';

/** What an export reads: the entries that it asks for up to a place in the chain, wherever they are kept. */
export type ExportedLog = Pick<ExportedEntries, 'estimate'> & {
  /**
   * The entries in the order of the chain, in batches; `fields`: what of each is read. Throws where entries were removed from the
   * database meanwhile, so that it has to be read anew.
   */
  batches(
    orgId: string,
    asked: Asked,
    read: { lastSequence: number; fields: readonly string[] },
  ): AsyncGenerator<StoredEntry[]>;
};

/** The log of the database, with the archive in the place of what was removed from it. */
export const makeExportedLog = (stored: ExportedEntries, archive: ArchivedEntries): ExportedLog => ({
  async estimate(orgId, asked, lastSequence) {
    const removed = await archive.segments(orgId, asked, lastSequence);
    return archivedEstimate(removed, asked) + (await stored.estimate(orgId, asked, lastSequence));
  },

  async *batches(orgId, asked, { lastSequence, fields }) {
    const removed = await archive.segments(orgId, asked, lastSequence);
    let first = 1;
    for (const segment of removed) {
      const { first_sequence, last_sequence } = segment.seal;
      // Of a segment that is being removed some entries may be left; its file has them all.
      if (first < first_sequence)
        yield* stored.batches(orgId, asked, { range: { first, last: first_sequence - 1 }, fields });
      yield* archive.batches(segment, asked, { lastSequence, fields });
      first = last_sequence + 1;
    }
    yield* stored.batches(orgId, asked, { range: { first, last: lastSequence }, fields });
    const removedNow = await archive.segments(orgId, asked, lastSequence);
    if (removedNow.length > removed.length) throw new Error('Entries were removed while they were exported.');
  },
});
