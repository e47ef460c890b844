import type { Envelope } from '@qsc/contracts/events';
import type { Call, Change } from '@qsc/service-kit';
import type { EntityStore } from '../entity/entity.store.ts';
import type { Decided, Entity } from '../entity/entity.ts';
import { type CodeHolders, takeCode } from '../entity/unique-code.ts';

/** What the accepted items of one request write, all in one commit. */
export type Batch = {
  changes: readonly Change[];
  events: readonly Envelope[];
  /** Throws `conflict` for a code that another one has, or an item before this one. */
  add(before: Entity | null, decided: Decided): void;
};

/** An empty batch. `holders` are those that have the codes that its items ask for. */
export const makeBatch = (store: EntityStore, holders: CodeHolders, call: Call): Batch => {
  const changes: Change[] = [];
  const events: Envelope[] = [];
  return {
    changes,
    events,
    add(before, decided) {
      takeCode(holders, before, decided.entity);
      changes.push(...store.changes(before, decided, call.requestId));
      events.push(...decided.events);
    },
  };
};
