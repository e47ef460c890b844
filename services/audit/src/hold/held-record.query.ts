import type { Clock } from '@qsc/service-kit';
import type { HoldStore } from './hold.store.ts';
import { coversRecord, type HeldRecord } from './hold.ts';

/** Whether a hold that was not lifted covers a record. */
export type IsHeld = (orgId: string, record: HeldRecord) => Promise<boolean>;

/** Decides by the current holds. */
export const makeIsHeld =
  ({ holds, clock }: { holds: Pick<HoldStore, 'active'>; clock: Clock }): IsHeld =>
  async (orgId, record) => {
    const now = clock();
    return (await holds.active(orgId)).some((hold) => coversRecord(hold, record, now));
  };
