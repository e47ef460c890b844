import type { Download } from '@qsc/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import type { CopyFormat } from '../ui/copy-menu.tsx';

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: ['record', id],
    queryFn: ({ signal }) => client.entities.get(id, {}, { signal }),
  });

/** Refetches what a transition of the record can have changed. */
export const refreshRecord = (queries: QueryClient, id: string): Promise<unknown> =>
  Promise.all(
    [['record', id], ['workflow', 'instance', id], ['trail', id], ['approvals']].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );

/** The file of a document. Throws `not_found` for one that has none yet. */
export const downloadDocument = (id: string): Promise<Download> => client.documents.download(id);

/** The complete record for an inspector: content, signatures and trail. */
export const copyRecord = (id: string, format: CopyFormat): Promise<Download> => client.entities.copy(id, { format });
