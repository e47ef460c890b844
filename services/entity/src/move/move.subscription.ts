import { ID_PREFIX } from '@qsc/contracts';
import { workflowEvents } from '@qsc/contracts/events';
import { on, type Subscription } from '@qsc/service-kit';
import type { MoveService } from './move.service.ts';

/** The queue of the moves that change entities. */
export const MOVE_QUEUE = 'entity.moves';

const OWN = `${ID_PREFIX.entity}_`;

/** Moves of workflows reach the entities that they change by their event, whether or not workflow has brought them before. */
export const moveSubscriptions = ({ decide }: Pick<MoveService, 'decide'>): Subscription[] => [
  on(workflowEvents.moved, async ({ orgid }, move) => {
    if (move.record_move === null || !move.record_id.startsWith(OWN)) return null;
    const { changes, events } = await decide(orgid, move);
    return { changes, events };
  }),
];
