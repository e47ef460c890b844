import { type Collection, trusted } from '@qsc/service-kit';
import type { StoredMessage } from '../delivery/delivery.store.ts';

export type Bodies = {
  /** What was just written need not be read again. */
  keep(messageId: string, body: string): void;
  /** What the messages say, by id; those that are no longer kept are missing. */
  get(orgId: string, messageIds: readonly string[]): Promise<Map<string, string>>;
};

const KEPT_CHARACTERS = 16 * 1_024 * 1_024;

/** The bodies of messages: one message goes to many webhooks, so the latest ones stay in memory. */
export const makeBodies = (messages: Collection<StoredMessage>, limit = KEPT_CHARACTERS): Bodies => {
  const kept = new Map<string, string>();
  let characters = 0;

  const keep = (id: string, body: string): void => {
    if (kept.has(id) || body.length > limit) return;
    kept.set(id, body);
    characters += body.length;
    for (const [oldest, dropped] of kept) {
      if (characters <= limit) return;
      kept.delete(oldest);
      characters -= dropped.length;
    }
  };

  return {
    keep,
    async get(orgId, ids) {
      const found = new Map<string, string>();
      for (const id of ids) {
        const body = kept.get(id);
        if (body !== undefined) found.set(id, body);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) return found;
      for (const { _id, body } of await messages.find({ org_id: orgId, _id: trusted({ $in: missing }) })) {
        found.set(_id, body);
        keep(_id, body);
      }
      return found;
    },
  };
};
