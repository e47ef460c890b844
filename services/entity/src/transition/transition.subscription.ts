import { ID_PREFIX } from '@qsc/contracts';
import { workflowEvents } from '@qsc/contracts/events';
import { on, type Subscription } from '@qsc/service-kit';
import type { TransitionService } from './transition.service.ts';

/** The queue of the transitions that change entities. */
export const TRANSITION_QUEUE = 'entity.moves';

const OWN = `${ID_PREFIX.entity}_`;

/** Moves of workflows reach the entities that they change by their event, whether or not workflow has brought them before. */
export const transitionSubscriptions = ({ decide }: Pick<TransitionService, 'decide'>): Subscription[] => [
  on(workflowEvents.moved, async ({ orgid }, transition) => {
    if (transition.record_move === null || !transition.record_id.startsWith(OWN)) return null;
    const { changes, events } = await decide(orgid, transition);
    return { changes, events };
  }),
];
