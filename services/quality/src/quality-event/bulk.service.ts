import type { QualityEventType } from '@qsc/contracts';
import {
  AppError,
  type BulkItem,
  type BulkResult,
  bulkResult,
  type Call,
  parsePart,
  refusedItem,
  requireAllItems,
} from '@qsc/service-kit';
import type { RequireAssignees } from './assignee.ts';
import { type Decided, type NewQualityEvent, openEvent } from './event-change.ts';
import type { NumberedCreate } from './numbered-create.ts';
import { CreateQualityEvent } from './quality-event.schemas.ts';
import type { QualityEventStore } from './quality-event.store.ts';
import { type QualityEventView, toView } from './quality-event.view.ts';
import type { ResolveRelated } from './related-entity.ts';

type ItemResult = BulkItem & { quality_event?: QualityEventView };

/**
 * Creates several quality events by one commit: each item stands or falls by itself, unless the request is atomic. Throws the first
 * refusal of an atomic request, and `service_unavailable` where users or entities cannot be looked up.
 */
export type CreateQualityEvents = (
  items: readonly unknown[],
  atomic: boolean,
  call: Call,
) => Promise<BulkResult<ItemResult>>;

type Parts = {
  store: Pick<QualityEventStore, 'changes'>;
  numbered: NumberedCreate;
  resolveRelated: ResolveRelated;
  requireAssignees: RequireAssignees;
};

type Checked = { type: QualityEventType; input: NewQualityEvent } | { error: unknown };

/** A refusal is the item's; what cannot be answered now is the whole request's. */
const asRefusal = (error: unknown): { error: unknown } => {
  if (!(error instanceof AppError) || error.httpStatus >= 500) throw error;
  return { error };
};

/** Looks the same thing up once for all items that name it. */
const once = <Result>(lookUp: (key: string) => Promise<Result>): ((key: string) => Promise<Result>) => {
  const known = new Map<string, Promise<Result>>();
  return (key) => {
    const found = known.get(key) ?? lookUp(key);
    known.set(key, found);
    return found;
  };
};

/** The use case of creating several. */
export const makeCreateQualityEvents = ({ store, numbered, ...parts }: Parts): CreateQualityEvents => {
  const check = async (items: readonly unknown[], { actor: { org_id } }: Call): Promise<Checked[]> => {
    const requireAssignee = once((id) => parts.requireAssignees(org_id, [{ field: 'assigned_to', id }]));
    const resolve = once((related) => parts.resolveRelated(org_id, JSON.parse(related)));
    const checked: Checked[] = [];
    for (const item of items) {
      try {
        const { type, ...input } = parsePart(CreateQualityEvent, item, 'item') as CreateQualityEvent;
        if (input.assigned_to) await requireAssignee(input.assigned_to);
        const related_entities = await resolve(JSON.stringify(input.related_entities ?? []));
        checked.push({ type, input: { ...input, type, related_entities } });
      } catch (error) {
        checked.push(asRefusal(error));
      }
    }
    return checked;
  };

  return async (items, atomic, call) => {
    const checked = await check(items, call);
    const types = checked.flatMap((one) => ('type' in one ? one.type : []));
    return numbered(types, call, (assign) => {
      const opened: Decided[] = [];
      const results = checked.map((one, index): ItemResult => {
        if ('error' in one) return refusedItem(index, null, one.error);
        try {
          const decided = assign(one.type, (number) => openEvent(one.input, number, call));
          opened.push(decided);
          return { index, status: 201, id: decided.event.id, quality_event: toView(decided.event) };
        } catch (error) {
          return refusedItem(index, null, error);
        }
      });
      const answer = bulkResult(results);
      if (atomic) requireAllItems(answer);
      return {
        changes: opened.flatMap((decided) => store.changes(decided)),
        events: opened.flatMap(({ events }) => events),
        answer,
      };
    });
  };
};
