import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';

/** A view of a list that a user saved under a name: its filters and order. */
export type SavedView = { name: string; search: Record<string, string> };

/** What the dashboard remembers for the user on every device. */
export type Preferences = {
  language?: 'en' | 'de';
  color_scheme?: 'light' | 'dark' | 'auto';
  last_visit?: string;
  views?: Record<string, SavedView[]>;
  hidden_columns?: Record<string, string[]>;
};

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => client.account.getPreferences({ signal }) as Promise<Preferences>,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The preferences as they are known, and how one is set: shown at once, then stored. */
export const usePreferences = (): { preferences: Preferences; set: (change: Partial<Preferences>) => void } => {
  const queries = useQueryClient();
  const { data = {} } = useQuery(preferencesQuery);
  const { mutate } = useMutation({ mutationFn: (body: Preferences) => client.account.replacePreferences(body) });
  return {
    preferences: data,
    set(change) {
      const next = { ...queries.getQueryData(preferencesQuery.queryKey), ...change };
      queries.setQueryData(preferencesQuery.queryKey, next);
      mutate(next);
    },
  };
};
