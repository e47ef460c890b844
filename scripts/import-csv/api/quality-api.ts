import type { Body, Schemas } from '@qsc/client';
import { type ItemResult, idempotencyKey, refusedOrThrow } from './answer.ts';
import type { Client } from './client.ts';

const PER_PAGE = 100;

/** What tells the events of an import from others. */
export type EventKind = { type: Schemas['QualityEvent']['type']; category: string };

export type NewEvent = Body<'createQualityEvent'>;

export type QualityApi = {
  /** Which of some entities have events of the kind about them. */
  entitiesWithEvents(kind: EventKind, ids: readonly string[]): Promise<Set<string>>;
  /** Creates an event; the same one that was asked for before is not created twice. */
  create(event: NewEvent): Promise<ItemResult>;
};

/** The endpoints of quality events that the import uses. */
export const makeQualityApi = ({ send }: Client): QualityApi => ({
  async entitiesWithEvents({ type, category }, ids) {
    const found = new Set<string>();
    const order = { sort: 'created_at', per_page: PER_PAGE } as const;
    const query = { type, category: [category], related_entity_id: ids, ...order };
    for (let number = 1, pages = 1; number <= pages; number += 1) {
      const { data, meta } = await send((api) => api.qualityEvents.list(query).page(number));
      pages = meta.total_pages;
      for (const { related_entities } of data) for (const { id } of related_entities) found.add(id);
    }
    return found;
  },
  async create(event) {
    const key = idempotencyKey(event);
    return send((api, options) => api.qualityEvents.create(event, { ...options, idempotencyKey: key })).then(
      ({ id }) => ({ id }),
      refusedOrThrow,
    );
  },
});
