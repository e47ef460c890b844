import type { Clock, Decision, UnitOfWork } from '@qsc/service-kit';
import { type Collection, DuplicateKey, defineCollection, insert, replace, systemCall } from '@qsc/service-kit';
import { z } from 'zod';
import type { WorkflowStore } from './definition.store.ts';
import { createWorkflow } from './definition-change.ts';
import { SHIPPED } from './shipped.ts';

/** The shipped definitions that an organisation was given; it may change them. */
export const shippedDefinition = defineCollection({
  name: 'shipped',
  shape: z.object({ _id: z.string(), org_id: z.string(), names: z.array(z.string()), version: z.number().int() }),
  indexes: [],
});

type Given = z.infer<typeof shippedDefinition.shape>;

/**
 * Gives an organisation the shipped definitions that it does not have yet, in one commit, by `system`. Concurrent calls, also
 * of another replica, succeed.
 */
export type EnsureShipped = (orgId: string, requestId?: string) => Promise<void>;

type Parts = { given: Collection<Given>; store: WorkflowStore; unitOfWork: UnitOfWork; clock: Clock };

export const makeEnsureShipped = ({ given, store, unitOfWork, clock }: Parts): EnsureShipped => {
  const missing = async (orgId: string) => {
    const row = await given.findOne({ org_id: orgId, _id: orgId });
    return { row, names: [...SHIPPED.keys()].filter((name) => !row?.names.includes(name)) };
  };

  /** A type with an active definition of the organisation keeps that one active. */
  const decide = async (orgId: string, requestId: string | undefined): Promise<Decision<void>> => {
    const { row, names } = await missing(orgId);
    if (names.length === 0) return { changes: [], events: [], answer: undefined };
    const call = systemCall(orgId, clock(), requestId);
    const decided = await Promise.all(
      names.map(async (name) => {
        const shipped = SHIPPED.get(name);
        if (!shipped) throw new Error(`No definition ${name} is shipped.`);
        const taken = await store.activeAmong(orgId, shipped.entity_types);
        return createWorkflow({ ...shipped, is_active: taken.length === 0 }, call);
      }),
    );
    const after = { _id: orgId, org_id: orgId, names: [...SHIPPED.keys()], version: (row?.version ?? 0) + 1 };
    return {
      changes: [
        row ? replace(given, after, row.version) : insert(given, after),
        ...decided.flatMap(({ workflow }) => store.changes(null, workflow)),
      ],
      events: decided.flatMap(({ events }) => events),
      answer: undefined,
    };
  };

  return async (orgId, requestId) => {
    if ((await missing(orgId)).names.length === 0) return;
    const call = systemCall(orgId, clock(), requestId);
    await unitOfWork
      .decide(call, { records: [orgId] }, () => decide(orgId, requestId))
      .catch((error: unknown) => {
        if (!(error instanceof DuplicateKey && error.collection === shippedDefinition.name)) throw error;
      });
  };
};
