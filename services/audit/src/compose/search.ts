import type { AnyRoute } from '@qsc/service-kit';
import { entryListRoutes, entryRoute } from '../entry/entry.routes.ts';
import { makeEntryService } from '../entry/entry.service.ts';
import type { EntryCollection } from '../entry/entry.store.ts';
import { makeEntryCount, type RemovedBetween } from '../entry/entry-count.ts';
import type { UnreviewedQuery } from '../review/unreviewed.query.ts';
import { trailRoutes } from '../trail/trail.routes.ts';
import { makeTrailService } from '../trail/trail.service.ts';

/** Searching the log. The path of one entry matches any segment, so these routes are mounted last. */
export const composeSearch = (
  entries: EntryCollection,
  { removedBetween, unreviewed }: { removedBetween: RemovedBetween; unreviewed: UnreviewedQuery },
): { routes: AnyRoute[] } => {
  const count = makeEntryCount({ entries, removedBetween });
  const search = makeEntryService({ entries, count });
  return {
    routes: [
      ...trailRoutes(makeTrailService({ entries, count, unreviewed })),
      ...entryListRoutes(search),
      entryRoute(search),
    ],
  };
};
