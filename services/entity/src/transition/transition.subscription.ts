import { ID_PREFIX } from '@qsc/contracts';
import { workflowEvents } from '@qsc/contracts/events';
import { on, type Reservations, type Subscription } from '@qsc/service-kit';
import type { Entity } from '../entity/entity.ts';

/** The queue of committed transitions. */
export const TRANSITION_QUEUE = 'entity.transitions';

const OWN = `${ID_PREFIX.entity}_`;

/** Entities apply the transitions of their workflows, whether or not a call has brought them before. */
export const transitionSubscriptions = (reservations: Pick<Reservations<Entity>, 'decide'>): Subscription[] => [
  on(workflowEvents.moved, async ({ orgid }, transition) =>
    transition.record_id.startsWith(OWN) ? reservations.decide(orgid, transition) : null,
  ),
];
