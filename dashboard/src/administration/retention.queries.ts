import type { Body, Schemas } from '@qsc/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';

export type RetentionPolicy = Schemas['RetentionPolicy'];
export type RetentionRules = Schemas['RetentionRules'];
export type Exception = Schemas['RetentionException'];
export type Hold = Schemas['LegalHold'];

export const retentionQuery = queryOptions({
  queryKey: ['retention', 'policy'],
  queryFn: ({ signal }) => client.auditLogs.getRetention({ signal }),
});

export const holdsQuery = queryOptions({
  queryKey: ['retention', 'holds'],
  queryFn: ({ signal }) => Array.fromAsync(client.auditLogs.listLegalHolds({}, { signal })),
});

/** Replaces the policy by itself with some rules changed. */
export const replaceRules = (
  { policy_id: _id, version, changed_at: _at, changed_by: _by, ...rules }: RetentionPolicy,
  change: Partial<RetentionRules>,
  reason: string | undefined,
): Promise<RetentionPolicy> => client.auditLogs.replaceRetention({ ...rules, ...change }, { ifMatch: version, reason });

export const placeHold = (body: Body<'placeLegalHold'>): Promise<Hold> =>
  client.auditLogs.placeLegalHold(body, { reason: body.reason });

export const liftHold = (id: string, reason: string): Promise<void> => client.auditLogs.liftLegalHold(id, { reason });

export const refreshRetention = async (queries: QueryClient): Promise<void> => {
  await Promise.all([['retention'], ['trail']].map((queryKey) => queries.invalidateQueries({ queryKey })));
};
