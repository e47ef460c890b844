import { QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { workflowEvents } from '@qsc/contracts/events';
import { on, type Reservations, type Subscription } from '@qsc/service-kit';
import type { QualityEvent } from './quality-event/quality-event.ts';

/** The queue of committed transitions. */
export const TRANSITIONS_QUEUE = 'quality.transitions';

const OWNED: ReadonlySet<string> = new Set(QUALITY_EVENT_TYPES);

/**
 * Quality events apply the transitions of their workflows, whether they were requested at this service or at the workflow
 * service.
 */
export const subscriptions = (reservations: Pick<Reservations<QualityEvent>, 'decide'>): Subscription[] => [
  on(workflowEvents.moved, async ({ orgid }, transition) =>
    OWNED.has(transition.record_type) ? reservations.decide(orgid, transition) : null,
  ),
];
