import {
  type Kit,
  makeDueQueue,
  makeDueWorker,
  makeListAttachments,
  makeListRecordTransitions,
} from '@qsc/service-kit';
import { makeEntityNames } from '../entity.client.ts';
import { makeRequireAssignees } from '../quality-event/assignee.ts';
import { makeEventRecords } from '../quality-event/event-record.ts';
import { makeNumberedCreate, numberSeriesDefinition } from '../quality-event/numbered-create.ts';
import { dueDateDefinition, makeActOnOverdue, reportedOverdueDefinition } from '../quality-event/overdue.store.ts';
import { DueNotice } from '../quality-event/overdue.ts';
import { makeListQualityEvents } from '../quality-event/quality-event.query.ts';
import { makeQualityEventService } from '../quality-event/quality-event.service.ts';
import {
  makeQualityEventStore,
  qualityEventDefinition,
  totalDefinition,
} from '../quality-event/quality-event.store.ts';
import { makeRecordService } from '../quality-event/record.service.ts';
import { makeRecordRead } from '../quality-event/record-read.ts';
import { makeResolveRelated } from '../quality-event/related-entity.ts';
import { makeWithReservation } from '../quality-event/reservation.ts';
import { makeTransitionApplier } from '../quality-event/transition-applier.ts';
import { makeWhenUnlocked } from '../quality-event/when-unlocked.ts';
import { makeActiveUsers } from '../user.client.ts';
import { makeReadWaiting, makeRequestTransition } from '../workflow.client.ts';
import type { Clients } from './clients.ts';

/** The collections of quality events. */
export const eventCollections = [
  qualityEventDefinition,
  totalDefinition,
  numberSeriesDefinition,
  dueDateDefinition,
  reportedOverdueDefinition,
];

const DUE_LEASE_MS = 60_000;

/** The records of quality events: store, numbers, transitions and overdue notices. */
export const makeEventStore = ({ open, unitOfWork, clock, log, identity, localTime }: Kit, clients: Clients) => {
  if (!identity) throw new Error('The quality service needs the identity service.');
  const leaseMs = DUE_LEASE_MS;
  const due = makeDueQueue({ rows: open(dueDateDefinition), payload: DueNotice, clock, leaseMs });
  const collections = { events: open(qualityEventDefinition), totals: open(totalDefinition), due };
  const store = makeQualityEventStore(collections);
  const listTransitions = makeListRecordTransitions(clients.workflow);
  const transitions = makeTransitionApplier({ store, listTransitions, unitOfWork, clock });
  const act = makeActOnOverdue({ store, reported: open(reportedOverdueDefinition), localTime });
  return {
    collections,
    store,
    requestTransition: makeRequestTransition(clients.workflow),
    listAttachments: makeListAttachments(clients.entity),
    records: makeEventRecords(store),
    transitions,
    withReservation: makeWithReservation(transitions),
    whenUnlocked: makeWhenUnlocked({ transitions, readWaiting: makeReadWaiting(clients.workflow) }),
    numbered: makeNumberedCreate({ rows: open(numberSeriesDefinition), unitOfWork }),
    requireAssignees: makeRequireAssignees(makeActiveUsers(identity.client)),
    resolveRelated: makeResolveRelated(makeEntityNames(clients.entity)),
    overdue: makeDueWorker({ name: 'overdue', queue: due, act, unitOfWork, clock, log, leaseMs }),
  };
};

export type EventStore = ReturnType<typeof makeEventStore>;

/** The use cases of quality events, for clients and for their workflows. */
export const makeEvents = ({ unitOfWork, clock, identity, localTime }: Kit, parts: EventStore) => {
  if (!identity) throw new Error('The quality service needs the identity service.');
  const recordRead = makeRecordRead({ organizations: identity.organizations, unitOfWork });
  const list = makeListQualityEvents(parts.collections);
  return {
    events: makeQualityEventService({ ...parts, list, unitOfWork, recordRead, localTime }),
    records: makeRecordService({ ...parts, clock }),
    recordRead,
  };
};
