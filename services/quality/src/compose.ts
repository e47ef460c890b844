import {
  type AnyRoute,
  activityGrpc,
  type Clock,
  type Composed,
  copyGrpc,
  type Kit,
  makeDueQueue,
  makeDueWorker,
  makeListAttachments,
  makeRecordRead,
  makeReferToDocuments,
  makeReservations,
  makeServiceClient,
  makeSettleTransition,
  meshMember,
  type RunningService,
  referenceGrpc,
  type StartOptions,
  searchGrpc,
  startService,
  subscribe,
} from '@qsc/service-kit';
import { makeHoldSource, makeListCapas } from './capa/capa.query.ts';
import { capaRoutes } from './capa/capa.routes.ts';
import { makeCapaService } from './capa/capa.service.ts';
import { makeCommandService } from './command.service.ts';
import type { QualityConfig } from './config.ts';
import { makeEntityNames } from './entity.client.ts';
import { makeReadBatches, makeReadLevel } from './impact/impact.client.ts';
import { impactRoutes } from './impact/impact.routes.ts';
import { makeImpactService } from './impact/impact.service.ts';
import { makeReadMetrics } from './metric/metric.query.ts';
import { metricRoutes } from './metric/metric.routes.ts';
import { qualityGrpc } from './quality.grpc.ts';
import { makeRequireAssignees } from './quality-event/assignee.ts';
import { bulkRoutes } from './quality-event/bulk.routes.ts';
import { makeCreateQualityEvents } from './quality-event/bulk.service.ts';
import { eventTransitions, makeEventOwner } from './quality-event/event-owner.ts';
import {
  makeCheckAttachable,
  makeKnownEvents,
  makeListOwnChanges,
  makeListReferences,
  makeReadCopy,
  makeScanQualityEvents,
  makeSearch,
} from './quality-event/for-services.query.ts';
import { makeNumberedCreate, numberSeriesDefinition } from './quality-event/numbered-create.ts';
import { dueDateDefinition, makeActOnOverdue, reportedOverdueDefinition } from './quality-event/overdue.store.ts';
import { DueNotice } from './quality-event/overdue.ts';
import { makeListQualityEvents } from './quality-event/quality-event.query.ts';
import { qualityEventRoutes } from './quality-event/quality-event.routes.ts';
import { makeQualityEventService } from './quality-event/quality-event.service.ts';
import {
  makeQualityEventStore,
  makeReadFreeEvent,
  qualityEventDefinition,
  totalDefinition,
} from './quality-event/quality-event.store.ts';
import { type RecordRead, toReadEvent } from './quality-event/record-read.ts';
import { makeResolveRelated } from './quality-event/related-entity.ts';
import { subscriptions, TRANSITIONS_QUEUE } from './subscriptions.ts';
import { makeActiveUsers } from './user.client.ts';
import { makeRequestTransition } from './workflow.client.ts';

/** The clients of other services. */
const makeClients = (config: QualityConfig) => {
  const mesh = meshMember(config, 'quality');
  const entity = makeServiceClient('entity', config.ENTITY_GRPC_URL, mesh);
  const workflow = makeServiceClient('workflow', config.WORKFLOW_GRPC_URL, mesh);
  const certificate = makeServiceClient('certificate', config.CERTIFICATE_GRPC_URL, mesh);
  const close = () => {
    entity.close();
    certificate.close();
    workflow.close();
  };
  return { entity, certificate, workflow, close };
};

type Clients = ReturnType<typeof makeClients>;

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
const makeEventStore = ({ open, unitOfWork, clock, log, identity, localTime }: Kit, clients: Clients) => {
  const leaseMs = DUE_LEASE_MS;
  const due = makeDueQueue({ rows: open(dueDateDefinition), payload: DueNotice, clock, leaseMs });
  const collections = { events: open(qualityEventDefinition), totals: open(totalDefinition), due };
  const store = makeQualityEventStore({ ...collections, requireFree: (event) => reservations.requireFree(event) });
  const settleTransition = makeSettleTransition(clients.workflow);
  const reservations = makeReservations({ ...eventTransitions(store), settleTransition, unitOfWork, clock });
  const act = makeActOnOverdue({ store, reported: open(reportedOverdueDefinition), localTime });
  return {
    collections,
    store,
    requestTransition: makeRequestTransition(clients.workflow),
    listAttachments: makeListAttachments(clients.entity),
    reservations,
    readFreeEvent: makeReadFreeEvent({ store, unitOfWork, clock }),
    numbered: makeNumberedCreate({ rows: open(numberSeriesDefinition), unitOfWork }),
    requireAssignees: makeRequireAssignees(makeActiveUsers(identity.client)),
    resolveRelated: makeResolveRelated(makeEntityNames(clients.entity)),
    overdue: makeDueWorker({ name: 'overdue', queue: due, act, unitOfWork, clock, log, leaseMs }),
  };
};

type EventStore = ReturnType<typeof makeEventStore>;

/** The use cases of quality events, for clients and for their workflows. */
const makeEvents = ({ unitOfWork, localTime }: Kit, parts: EventStore) => {
  const recordRead = makeRecordRead({ unitOfWork, toEvent: toReadEvent });
  const list = makeListQualityEvents(parts.collections);
  return {
    events: makeQualityEventService({ ...parts, list, unitOfWork, recordRead, localTime }),
    owner: makeEventOwner(parts),
    recordRead,
  };
};

type Parts = EventStore & { recordRead: RecordRead };

/** CAPAs with their actions. */
const makeCapaRoutes = ({ unitOfWork }: Kit, clients: Clients, parts: Parts): AnyRoute[] => {
  const { events } = parts.collections;
  return capaRoutes(
    makeCapaService({
      ...parts,
      holdSource: makeHoldSource(events),
      listCapas: makeListCapas(events),
      referToDocuments: makeReferToDocuments(clients.entity),
      unitOfWork,
    }),
  );
};

/** The metrics of quality events. */
const makeMetricRoutes = ({ localTime }: Kit, { collections }: EventStore): AnyRoute[] =>
  metricRoutes(makeReadMetrics({ events: collections.events, localTime }));

/** The impact analysis of quality events. */
const makeImpactRoutes = (
  { unitOfWork, clock }: Kit,
  { entity, certificate }: Clients,
  { store }: Pick<EventStore, 'store'>,
): AnyRoute[] =>
  impactRoutes(
    makeImpactService({
      store,
      readLevel: makeReadLevel(entity),
      readBatches: makeReadBatches(certificate),
      unitOfWork,
      clock,
    }),
  );

type Options = StartOptions & {
  /** The name of the queue of transitions. Another deployment on the same broker needs another one. */
  queue?: string;
  clock?: Clock;
};

const composeQuality =
  (config: QualityConfig, { queue = TRANSITIONS_QUEUE }: Options) =>
  (kit: Kit): Composed => {
    const { log, unitOfWork, inbox, takeCommand } = kit;
    const clients = makeClients(config);
    const parts = makeEventStore(kit, clients);
    const { events, owner, recordRead } = makeEvents(kit, parts);
    const scan = makeScanQualityEvents(parts.collections.events);
    const known = makeKnownEvents(parts.collections.events);
    const commands = makeCommandService({ events, takeCommand });
    return {
      routes: [
        ...makeMetricRoutes(kit, parts),
        ...bulkRoutes(makeCreateQualityEvents(parts)),
        ...qualityEventRoutes(events),
        ...makeCapaRoutes(kit, clients, { ...parts, recordRead }),
        ...makeImpactRoutes(kit, clients, parts),
      ],
      grpc: [
        ...qualityGrpc({
          events,
          owner,
          scan,
          known,
          checkAttachable: makeCheckAttachable(parts.readFreeEvent),
          commands,
          log,
        }),
        activityGrpc(makeListOwnChanges(parts.collections.events), log),
        referenceGrpc(makeListReferences(parts.collections.events), log),
        searchGrpc(makeSearch(parts.collections.events), log),
        copyGrpc(makeReadCopy(parts.collections.events), log),
      ],
      consumers: [subscribe({ queue, subscriptions: subscriptions(parts.reservations), unitOfWork, inbox, log })],
      start: parts.overdue.start,
      async stop() {
        await parts.overdue.stop();
        clients.close();
      },
    };
  };

/** Starts the quality service. */
export const startQualityService = (config: QualityConfig, options: Options = {}): Promise<RunningService> =>
  startService(
    {
      name: 'quality',
      config,
      collections: eventCollections,
      ...(options.clock ? { clock: options.clock } : {}),
      compose: composeQuality(config, options),
    },
    options,
  );
