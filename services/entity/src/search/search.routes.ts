import { exampleId } from '@qsc/contracts';
import { type AnyRoute, HITS, list, route, SearchText } from '@qsc/service-kit';
import { z } from 'zod';
import type { SearchService } from './search.service.ts';

const Found = z
  .object({
    type: z.string().meta({
      description:
        'The kind of record: `supplier` and the other types of entities, `certificate`, `deviation` and the other types of quality events.',
    }),
    id: z.string(),
    title: z.string().meta({ description: 'The name or title.' }),
    subtitle: z.string().nullable().meta({ description: 'The code, number or batch number.' }),
    status: z.string().nullable(),
  })
  .meta({ id: 'FoundRecord', description: 'A record that search found.' });

const SearchQuery = z.strictObject({
  q: SearchText.meta({
    description:
      'Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter.',
    examples: ['acme'],
  }),
});

const example = [
  {
    type: 'supplier',
    id: exampleId('entity'),
    title: 'Acme Pharma',
    subtitle: 'SUP-0042',
    status: 'qualified',
  },
  {
    type: 'deviation',
    id: exampleId('qualityEvent'),
    title: 'Delivery of Acme Pharma without a certificate',
    subtitle: 'DEV-2026-0001',
    status: 'submitted',
  },
];

/** The search over all kinds of record. */
export const searchRoutes = (search: SearchService): AnyRoute[] => [
  route({
    id: 'search',
    tag: 'Search',
    method: 'get',
    path: '/search',
    summary: 'Search all records',
    description: `Entities, suppliers, certificates and quality events that the caller may read and that have all words of \`q\`: best first, at most ${HITS}. A code or title that is the query itself comes first.`,
    scope: 'authenticated',
    query: SearchQuery,
    answer: list(Found),
    throws: ['service_unavailable'],
    example: { answer: example },
    handle: ({ query, call }) => search.search(query.q, call.actor),
  }),
];
