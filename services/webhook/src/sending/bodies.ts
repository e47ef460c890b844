import { type Collection, trusted } from '@qsc/service-kit';
import type { StoredMessage } from '../delivery/delivery.store.ts';

/** The body of a message, and the trace of its event. */
export type MessageContent = { body: string; traceparent?: string | undefined };

export type Bodies = {
  /** Remembers a message that was just stored, so that it need not be read. */
  cache(messageId: string, content: MessageContent): void;
  /** The contents by message id; those of expired messages are missing. */
  get(orgId: string, messageIds: readonly string[]): Promise<Map<string, MessageContent>>;
};

const MAX_CHARACTERS = 16 * 1_024 * 1_024;

/** A cache of the latest message bodies, since one message goes to many webhooks. */
export const makeBodies = (messages: Collection<StoredMessage>, limit = MAX_CHARACTERS): Bodies => {
  const cached = new Map<string, MessageContent>();
  let characters = 0;

  const cache = (id: string, content: MessageContent): void => {
    if (cached.has(id) || content.body.length > limit) return;
    cached.set(id, content);
    characters += content.body.length;
    for (const [oldest, dropped] of cached) {
      if (characters <= limit) return;
      cached.delete(oldest);
      characters -= dropped.body.length;
    }
  };

  return {
    cache,
    async get(orgId, ids) {
      const found = new Map<string, MessageContent>();
      for (const id of ids) {
        const content = cached.get(id);
        if (content) found.set(id, content);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) return found;
      for (const { _id, body, traceparent } of await messages.find({ org_id: orgId, _id: trusted({ $in: missing }) })) {
        found.set(_id, { body, traceparent });
        cache(_id, { body, traceparent });
      }
      return found;
    },
  };
};
