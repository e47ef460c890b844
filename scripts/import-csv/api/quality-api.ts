import { z } from 'zod';
import { type ItemResult, idempotencyKey, parseAnswer, RecordError, refusalOf } from './answer.ts';
import type { Client } from './client.ts';

const PER_PAGE = 100;

const Related = z.array(z.object({ id: z.string() }));

const Page = z.object({
  data: z.array(z.object({ id: z.string(), related_entities: Related })),
  meta: z.object({ total_pages: z.number() }),
});

const Created = z.object({ data: z.object({ id: z.string() }) });

const Refused = z.object({ error: RecordError });

/** What tells the events of an import from others. */
export type EventKind = { type: string; category: string };

export type NewEvent = EventKind & {
  title: string;
  description: string;
  classification: string;
  related_entities: { type: string; id: string }[];
};

export type QualityApi = {
  /** Which of some entities have events of the kind about them. */
  entitiesWithEvents(kind: EventKind, ids: readonly string[]): Promise<Set<string>>;
  /** Creates an event; the same one that was asked for before is not created twice. */
  create(event: NewEvent): Promise<ItemResult>;
};

/** The endpoints of quality events that the import uses. */
export const makeQualityApi = ({ send }: Client): QualityApi => ({
  async entitiesWithEvents(kind, ids) {
    const found = new Set<string>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({
        ...kind,
        related_entity_id: ids.join(','),
        sort: 'created_at',
        per_page: `${PER_PAGE}`,
        page: `${page}`,
      });
      const answer = await send({ method: 'GET', path: `/v1/quality-events?${query}` });
      const { data, meta } = parseAnswer(Page, answer, [200]);
      pages = meta.total_pages;
      for (const { related_entities } of data) for (const { id } of related_entities) found.add(id);
    }
    return found;
  },
  async create(event) {
    const body = JSON.stringify(event);
    const key = idempotencyKey(body, false);
    const answer = await send({ method: 'POST', path: '/v1/quality-events', body, idempotencyKey: key });
    const refused = answer.status === 422 ? Refused.safeParse(answer.body) : null;
    if (refused?.success) return { refused: refusalOf(refused.data.error) };
    return { id: parseAnswer(Created, answer, [201]).data.id };
  },
});
