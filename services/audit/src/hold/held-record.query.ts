import { type Clock, trusted } from '@qsc/service-kit';
import type { EntryCollection } from '../entry/entry.store.ts';
import { type HoldStore, timestampsIn } from './hold.store.ts';
import { type HeldRecord, type HoldScope, isInPeriod, namesRecord } from './hold.ts';

/** Whether a hold that was not lifted covers a record. */
export type IsHeld = (orgId: string, record: HeldRecord) => Promise<boolean>;

type Parts = { holds: Pick<HoldStore, 'active'>; entries: Pick<EntryCollection, 'count'>; clock: Clock };

/**
 * A hold covers a record that it names where an entry of the record lies in its period. A period that is not over would have the
 * entry of the removal itself, and entries that are on their way to the log.
 */
export const makeIsHeld = ({ holds, entries, clock }: Parts): IsHeld => {
  const hasEntryIn = async (hold: HoldScope, org_id: string, entity_id: string): Promise<boolean> =>
    (await entries.count({ org_id, entity_id, timestamp: trusted(timestampsIn(hold)) }, { limit: 1 })) > 0;

  return async (orgId, record) => {
    const naming = (await holds.active(orgId)).filter((hold) => namesRecord(hold, record));
    const now = clock();
    if (naming.some((hold) => isInPeriod(hold, now))) return true;
    for (const hold of naming) if (await hasEntryIn(hold, orgId, record.id)) return true;
    return false;
  };
};
