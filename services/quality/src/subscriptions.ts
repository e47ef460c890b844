import { QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { workflowEvents } from '@qsc/contracts/events';
import { on, type Subscription } from '@qsc/service-kit';
import type { MoveTaker } from './quality-event/move-taker.ts';

/** The queue of the moves that workflows made. */
export const MOVES_QUEUE = 'quality.moves';

const OWNED: ReadonlySet<string> = new Set(QUALITY_EVENT_TYPES);

/** Quality events take the moves of their workflows, whoever asked for them and at whichever door. */
export const subscriptions = (moves: Pick<MoveTaker, 'decide'>): Subscription[] => [
  on(workflowEvents.moved, async ({ orgid }, move) => (OWNED.has(move.record_type) ? moves.decide(orgid, move) : null)),
];
