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
  /** Stores what is not stored yet, each message before its deliveries. Durable when it resolves. */
  save(messages: readonly Message[], deliveries: readonly Delivery[]): Promise<void>;
};

type BulkError = { writeErrors?: unknown; result?: { getWriteConcernError?: () => unknown } };

/** The only errors are duplicate keys, and what was written is durable. */
const isOnlyDuplicates = (error: unknown): boolean => {
  const { writeErrors, result } = error as BulkError;
  const errors = [writeErrors ?? []].flat();
  return errors.length > 0 && errors.every(isDuplicateKey) && !result?.getWriteConcernError?.();
};

const insertNew = async <Doc extends { _id: string }>(
  collection: Collection<Doc, string>,
  docs: readonly NoInfer<Doc>[],
): Promise<void> => {
  if (docs.length === 0) return;
  try {
    await collection.model.collection.insertMany(docs as never, { ordered: false });
  } catch (error) {
    if (!isOnlyDuplicates(error)) throw error;
  }
};

type Parts = { deliveries: Collection<StoredDelivery>; messages: Collection<StoredMessage> };

/** The store of messages and deliveries of events: one insert for each collection, without a transaction. */
export const makeIntakeStore = ({ deliveries, messages }: Parts): IntakeStore => ({
  async save(newMessages, newDeliveries) {
    await insertNew(messages, newMessages.map(toStoredMessage));
    await insertNew(deliveries, newDeliveries.map(toStored));
  },
});
