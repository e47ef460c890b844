import { AppError, trusted } from '@qsc/service-kit';
import { type QualityEventCollection, toQualityEvent } from './quality-event.store.ts';
import { type QualityEventView, toView } from './quality-event.view.ts';

/** Quality events that other services know by id or number. Throws `invalid_request` for more than 500 at once. */
export type KnownEvents = {
  /** The events of the organisation among the ids. */
  read(orgId: string, ids: readonly string[]): Promise<QualityEventView[]>;
  /** Those after an id, in the order of ids; none at the end. */
  walk(orgId: string, page: { afterId: string; limit: number }): Promise<QualityEventView[]>;
  /** The ids of those that have the numbers. */
  find(orgId: string, numbers: readonly string[]): Promise<{ number: string; id: string }[]>;
};

const LIMIT = 500;

const anyOf = (values: readonly string[]) => {
  if (values.length > LIMIT) throw new AppError('invalid_request', `At most ${LIMIT} may be requested at once.`);
  return trusted({ $in: [...new Set(values)] });
};

/** Quality events by their ids and numbers. */
export const makeKnownEvents = (events: QualityEventCollection): KnownEvents => ({
  read: async (org_id, ids) => (await events.find({ org_id, _id: anyOf(ids) })).map(toQualityEvent).map(toView),
  async walk(org_id, { afterId, limit }) {
    const page = { sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    return (await events.find({ org_id, _id: trusted({ $gt: afterId }) }, page)).map(toQualityEvent).map(toView);
  },
  async find(org_id, numbers) {
    const found = await events.model
      .find({ org_id, number: anyOf(numbers) }, { number: 1 })
      .lean()
      .exec();
    return found.map(({ _id, number }) => ({ number, id: _id }));
  },
});
