import { notFound } from '@qsc/service-kit';
import { requireNoPendingApproval } from './content-guard.ts';
import type { QualityEventStore } from './quality-event.store.ts';
import { requireOpen } from './quality-event.ts';

/**
 * Whether a document may be attached to an event. Throws `not_found`, or `conflict` for one that is closed, rejected or waits for
 * approval: what was approved had the documents that its approvers saw.
 */
export type CheckAttachable = (orgId: string, id: string) => Promise<void>;

/** Looks the event up that a document is to belong to. */
export const makeCheckAttachable =
  (store: Pick<QualityEventStore, 'find'>): CheckAttachable =>
  async (orgId, id) => {
    const event = await store.find(orgId, id);
    if (!event) throw notFound('quality event', id);
    requireOpen(event);
    requireNoPendingApproval(event);
  };
