import { queryOptions } from '@tanstack/react-query';
import { EVENT_TYPES, RECORD_TYPES } from '../i18n/vocabulary.ts';
import { client } from './client.ts';

/** A record that search found. */
export type Found = { type: string; id: string; title: string; subtitle: string | null; status: string | null };

/** Records of every kind that have all words of the text. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => client.search({ q: text }, { signal }),
    staleTime: 10_000,
  });

/** The page of a record: that of its kind, or the one of kinds without their own; null for what is no record. */
export const toRecordPath = (type: string, id: string): string | null => {
  if (type in EVENT_TYPES) return `/quality-events/${id}`;
  if (type === 'certificate') return `/certificates/${id}`;
  if (type === 'supplier') return `/suppliers/${id}`;
  return type in RECORD_TYPES ? `/records/${id}` : null;
};

/** A record that another one is to be about, by its id. */
export const aboutQuery = (id: string) =>
  queryOptions({
    queryKey: ['about', id],
    queryFn: async ({ signal }) => {
      const { type, name } = await client.entities.get(id, {}, { signal });
      return { id, type, name };
    },
  });
