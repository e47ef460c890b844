import { type Collection, trusted } from '@qsc/service-kit';
import type { StoredMessage } from '../delivery/delivery.store.ts';

/** What a message says, and the trace of what it tells. */
export type Written = { body: string; traceparent?: string | undefined };

export type Bodies = {
  /** What was just written need not be read again. */
  keep(messageId: string, written: Written): void;
  /** What the messages say, by id; those that are no longer kept are missing. */
  get(orgId: string, messageIds: readonly string[]): Promise<Map<string, Written>>;
};

const KEPT_CHARACTERS = 16 * 1_024 * 1_024;

/** The bodies of messages: one message goes to many webhooks, so the latest ones stay in memory. */
export const makeBodies = (messages: Collection<StoredMessage>, limit = KEPT_CHARACTERS): Bodies => {
  const kept = new Map<string, Written>();
  let characters = 0;

  const keep = (id: string, written: Written): void => {
    if (kept.has(id) || written.body.length > limit) return;
    kept.set(id, written);
    characters += written.body.length;
    for (const [oldest, dropped] of kept) {
      if (characters <= limit) return;
      kept.delete(oldest);
      characters -= dropped.body.length;
    }
  };

  return {
    keep,
    async get(orgId, ids) {
      const found = new Map<string, Written>();
      for (const id of ids) {
        const written = kept.get(id);
        if (written) found.set(id, written);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) return found;
      for (const { _id, body, traceparent } of await messages.find({ org_id: orgId, _id: trusted({ $in: missing }) })) {
        found.set(_id, { body, traceparent });
        keep(_id, { body, traceparent });
      }
      return found;
    },
  };
};
