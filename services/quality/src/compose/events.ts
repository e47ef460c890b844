import { type Kit, makeDueQueue, makeDueWorker, makeListRecordMoves } from '@qsc/service-kit';
import { makeEntityNames } from '../entity.client.ts';
import { makeRequireAssignees } from '../quality-event/assignee.ts';
import { makeWhileEnding } from '../quality-event/ending.ts';
import { makeEventRecords } from '../quality-event/event-record.ts';
import { makeMoveTaker } from '../quality-event/move-taker.ts';
import { makeNumberDesk, numberSeriesDefinition } from '../quality-event/number-desk.ts';
import { dueDateDefinition, makeActOnOverdue, toldOverdueDefinition } from '../quality-event/overdue.store.ts';
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
import { makeWhenFree } from '../quality-event/when-free.ts';
import { makeActiveUsers } from '../user.client.ts';
import { makeMoveInstance, makeReadWaiting } from '../workflow.client.ts';
import type { Clients } from './clients.ts';

/** What quality events are kept in. */
export const eventCollections = [
  qualityEventDefinition,
  totalDefinition,
  numberSeriesDefinition,
  dueDateDefinition,
  toldOverdueDefinition,
];

const DUE_LEASE_MS = 60_000;

/** The record of quality events: store, numbers, moves and what waits for its day. */
export const makeEventStore = ({ open, unitOfWork, clock, log, identity, localTime }: Kit, clients: Clients) => {
  if (!identity) throw new Error('The quality service needs the identity service.');
  const leaseMs = DUE_LEASE_MS;
  const due = makeDueQueue({ rows: open(dueDateDefinition), payload: DueNotice, clock, leaseMs });
  const collections = { events: open(qualityEventDefinition), totals: open(totalDefinition), due };
  const store = makeQualityEventStore(collections);
  const listMoves = makeListRecordMoves(clients.workflow);
  const moves = makeMoveTaker({ store, listMoves, unitOfWork, clock });
  const act = makeActOnOverdue({ store, told: open(toldOverdueDefinition), localTime });
  return {
    collections,
    store,
    moveInstance: makeMoveInstance(clients.workflow),
    records: makeEventRecords(store),
    moves,
    whileEnding: makeWhileEnding(moves),
    whenFree: makeWhenFree({ moves, readWaiting: makeReadWaiting(clients.workflow) }),
    numbered: makeNumberDesk({ rows: open(numberSeriesDefinition), unitOfWork }),
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
