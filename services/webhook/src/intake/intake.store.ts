import { type Collection, isDuplicateKey } from '@qsc/service-kit';
import {
  type Message,
  type StoredDelivery,
  type StoredMessage,
  toStored,
  toStoredMessage,
} from '../delivery/delivery.store.ts';
import type { Delivery } from '../delivery/delivery.ts';

export type IntakeStore = {
  /** Keeps what is not there yet. A delivery is never there before its message. Durable when it resolves. */
  save(messages: readonly Message[], deliveries: readonly Delivery[]): Promise<void>;
};

type BulkError = { writeErrors?: unknown; result?: { getWriteConcernError?: () => unknown } };

/** Every fault is that the record is there already, and what was written is durable. */
const isOnlyKnown = (error: unknown): boolean => {
  const { writeErrors, result } = error as BulkError;
  const faults = [writeErrors ?? []].flat();
  return faults.length > 0 && faults.every(isDuplicateKey) && !result?.getWriteConcernError?.();
};

const insertNew = async <Doc extends { _id: string }>(
  collection: Collection<Doc, string>,
  docs: readonly NoInfer<Doc>[],
): Promise<void> => {
  if (docs.length === 0) return;
  try {
    await collection.model.collection.insertMany(docs as never, { ordered: false });
  } catch (error) {
    if (!isOnlyKnown(error)) throw error;
  }
};

type Parts = { deliveries: Collection<StoredDelivery>; messages: Collection<StoredMessage> };

/** Where events that were taken in are kept: one insert for each collection and part of a batch, no transaction. */
export const makeIntakeStore = ({ deliveries, messages }: Parts): IntakeStore => ({
  async save(told, made) {
    await insertNew(messages, told.map(toStoredMessage));
    await insertNew(deliveries, made.map(toStored));
  },
});
